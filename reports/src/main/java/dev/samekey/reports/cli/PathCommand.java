package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.judge.path.PathProbes;
import dev.samekey.steps.judge.run.PathRun;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.targets.TargetFile;
import java.net.URI;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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

    @Mixin
    private JudgedOptions options = new JudgedOptions();

    @Override
    public Integer call() {
        Console console =
                Screen.here().console(Objects.requireNonNull(spec).commandLine().getOut());
        Set<String> chosen = options.chosen(PathRun.clauses());
        if (options.lists(Catalogue.ofPath(), chosen, console)) {
            return 0;
        }
        URI url = Ends.url("--front", front, "http://127.0.0.1:8080");
        TargetFile file = ContractAlone.of("the device at " + url, contract);
        PathProbes.Times times = PathProbes.Times.within(Objects.requireNonNull(Judge.time(limit)));
        return options.judge(console)
                .path(file, new PathRun(file, url, Ends.listen("--back", back), times, chosen), chosen, options.out())
                .exitCode();
    }
}
