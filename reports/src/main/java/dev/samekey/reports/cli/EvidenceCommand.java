package dev.samekey.reports.cli;

import dev.samekey.reports.render.RunEvidence;
import dev.samekey.reports.shard.ShardReport;
import dev.samekey.steps.drive.process.CannotRun;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows what a run noted. */
@Command(
        name = "evidence",
        mixinStandardHelpOptions = true,
        synopsisHeading = "Usage: ",
        customSynopsis = "samekey evidence [-hV] [RUN] [SCENARIO]%n",
        description =
                "Prints what a run noted of a scenario: each exchange, row, log line and counter, without secrets. Without"
                        + " SCENARIO it lists the scenarios of the run.",
        footer = {
            "",
            "Exit code 0: it is printed; 2: there is no such report or scenario, and the message says which are near.",
            "",
            "Examples:",
            "  samekey evidence                               the scenarios of the report in this folder, or in samekey-report",
            "  samekey evidence 17                            what was noted in the scenario with this number",
            "  samekey evidence my-report CND-1               all scenarios of a clause; CND are those of its group",
            "  samekey evidence my-report \"stale update\"      all scenarios that have this in their names"
        })
final class EvidenceCommand implements Callable<Integer> {
    private static final Path USUAL = Path.of("samekey-report");

    @Spec
    private @Nullable CommandSpec spec;

    @Parameters(
            index = "0..1",
            arity = "0..1",
            paramLabel = "RUN SCENARIO",
            hideParamSyntax = true,
            description = {
                "RUN is the folder of a report (default: this folder, if it holds one; else samekey-report).",
                "SCENARIO is its number, as the page shows it, a clause or a group of clauses, or a part of its name."
            })
    private List<String> words = List.of();

    @Override
    public Integer call() {
        boolean isNamed = words.size() == 2 || (words.size() == 1 && isFolder(words.get(0)));
        Path run = isNamed ? Path.of(words.get(0)) : usual();
        List<String> wanted = words.subList(isNamed ? 1 : 0, words.size());
        OutFolder.recover(run);
        if (!Files.isRegularFile(run.resolve(OutFolder.VERDICT))) {
            throw new CannotRun(
                    Files.isRegularFile(run.resolve(ShardReport.NAME))
                            ? "the folder " + run + " holds a shard: «samekey merge» makes the report of all shards"
                            : "there is no report in the folder " + run
                                    + ": name that of a run, such as «samekey evidence my-report CND-1»");
        }
        RunEvidence evidence = new RunEvidence(run);
        PrintWriter out = Objects.requireNonNull(spec).commandLine().getOut();
        if (wanted.isEmpty()) {
            evidence.list(out);
        } else {
            evidence.print(wanted.get(0), out);
        }
        out.flush();
        return 0;
    }

    private static boolean isFolder(String word) {
        return Files.isDirectory(Path.of(word)) || Path.of(word).getNameCount() > 1;
    }

    private static Path usual() {
        return Files.isRegularFile(Path.of(OutFolder.VERDICT)) ? Path.of(".") : USUAL;
    }
}
