package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.judge.path.PathProbes;
import dev.samekey.steps.judge.run.PathRun;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.targets.TargetFile;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Judges a device between callers and a service, and writes the reports. */
@Command(
        name = "path",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Judges a gateway, proxy or balancer: Samekey calls it, and is the service behind it.",
        footer = {
            "",
            "Let the device pass on /samekey/… to the address of --back, where Samekey listens while it judges.",
            "The exit codes are those of «samekey verify».",
            "",
            "Example:",
            "  samekey path --front http://127.0.0.1:8080 --back 127.0.0.1:9000"
        })
final class PathCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @Option(names = "--front", paramLabel = "URL", description = "Where callers connect to the device.")
    private String front = "";

    @Option(
            names = "--back",
            paramLabel = "[ADDRESS:]PORT",
            description = "Where the device expects the service. Without an address only this machine can connect.")
    private String back = "";

    @Option(
            names = "--contract",
            paramLabel = "NAME|FILE",
            description = "The contract: it says what keys are (default: ${DEFAULT-VALUE}).")
    private String contract = "playbook";

    @Option(
            names = "--limit",
            paramLabel = "TIME",
            description = "How long a caller waits for a response (default: ${DEFAULT-VALUE}).")
    private String limit = "30s";

    @Option(
            names = "--clauses",
            paramLabel = "IDS",
            split = ",",
            description = "Only these clauses, such as PTH-1,PTH-9 (default: all).")
    private List<String> clauses = List.of();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "Folder for the reports (default: ${DEFAULT-VALUE}). A report of an earlier run in it is"
                    + " replaced; a folder that holds files and no report is refused.")
    private Path out = Path.of("samekey-report");

    @Option(names = "--baseline", paramLabel = "FILE", description = "The known breaks.")
    private @Nullable Path baseline;

    @Option(names = "--list", description = "List the clauses, and judge nothing.")
    private boolean list;

    @Override
    public Integer call() {
        Console console =
                Screen.here().console(Objects.requireNonNull(spec).commandLine().getOut());
        Set<String> chosen = ClauseChoice.of(clauses, PathRun.clauses());
        if (list) {
            ClauseChoice.list(Catalogue.ofPath(), chosen, console);
            return 0;
        }
        URI url = Ends.url("--front", front, "http://127.0.0.1:8080");
        TargetFile file = ContractAlone.of("the device at " + url, contract);
        PathProbes.Times times = PathProbes.Times.within(Objects.requireNonNull(Judge.time(limit)));
        return new Judge(console)
                .knowing(baseline)
                .path(file, new PathRun(file, url, Ends.listen("--back", back), times, chosen), chosen, out)
                .exitCode();
    }
}
