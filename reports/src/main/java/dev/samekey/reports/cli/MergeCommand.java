package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.reports.shard.Merge;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Makes one report of the shards of a run. */
@Command(
        name = "merge",
        mixinStandardHelpOptions = true,
        description =
                "Joins the shards of one run: the reports, the verdict and the exit code are those of a run on one"
                        + " machine. What a missing shard would have judged is NOT_CHECKED, and the gate fails.",
        footer = {
            "",
            "Exit codes: those of «samekey verify»; 2 also where the shards are not of one run.",
            "",
            "Example:",
            "  samekey merge shard-1 shard-2 shard-3 --out report"
        })
final class MergeCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            arity = "1..*",
            paramLabel = "DIR",
            description = "The folders of the shards, or one folder that holds them.")
    private List<Path> folders = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the reports (default: ${DEFAULT-VALUE}). A report of an earlier run in it is replaced; a"
                            + " folder that holds files and no report is refused.")
    private Path out = Path.of("samekey-report");

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "The known breaks, in place of those of the shards.")
    private @Nullable Path baseline;

    @Option(
            names = "--allure",
            paramLabel = "PATH",
            description = "Also write results for Allure; where you will put its report, as for verify.")
    private @Nullable String allure;

    @Override
    public Integer call() {
        Console console =
                Screen.here().console(Objects.requireNonNull(spec).commandLine().getOut());
        Merge merge = Merge.of(folders);
        if (merge.isIn(out)) {
            throw new CannotRun("--out " + out + " is the folder of a shard: name another one. Nothing was changed");
        }
        ContractVerdict verdict =
                baseline == null ? merge.verdict() : merge.verdict(merge.baseline(baseline, Coverage.clauses()));
        try (OutFolder folder = OutFolder.claim(out)) {
            merge.lines().forEach(console::say);
            return new Judge(console).linkedTo(allure).report(verdict, folder).exitCode();
        }
    }
}
