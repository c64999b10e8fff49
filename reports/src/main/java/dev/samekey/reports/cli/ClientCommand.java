package dev.samekey.reports.cli;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.reports.bundled.BundledClient;
import dev.samekey.reports.render.Console;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Judges a client that retries, and writes the reports. */
@Command(
        name = "client",
        mixinStandardHelpOptions = true,
        description = "Judges a client that retries: Samekey is the service that it calls, and misbehaves.",
        footer = {
            "",
            "The exit codes are those of «samekey verify».",
            "",
            "Examples:",
            "  samekey client                                      the bundled client, which keeps the contract",
            "  samekey client --defect key-per-attempt             the same with a defect, to see a red report",
            "  samekey client --command \"node client.mjs\"          a program that speaks the client protocol",
            "  samekey client --log retries.csv                    what a client has written of its attempts",
            "  samekey client --target my-client.yaml              what a target file says of a client",
            "  samekey client --target my-client.yaml --plan       how long that would take"
        })
final class ClientCommand implements Callable<Integer> {
    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|'([^']*)'|(\\S+)");

    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup
    private Subject subject = new Subject();

    @Option(
            names = "--contract",
            paramLabel = "NAME",
            defaultValue = BundledClient.CONTRACT,
            description = "By which contract a --command or the bundled client is judged (default: ${DEFAULT-VALUE}). A"
                    + " target file names its own.")
    private String contract = "";

    @Option(
            names = "--allure",
            paramLabel = "PATH",
            description = "Also write results for Allure; where you will put its report, as for verify.")
    private @Nullable String allure;

    @Option(names = "--plan", description = "Say how long it would take, and send nothing.")
    private boolean plan;

    @Mixin
    private JudgedOptions options = new JudgedOptions();

    /** Which client is judged. */
    static final class Subject {
        @Option(names = "--target", paramLabel = "FILE", description = "The target file that describes your client.")
        private @Nullable Path target;

        @Option(
                names = "--command",
                paramLabel = "COMMAND",
                description = "A program that speaks the client protocol, with its arguments.")
        private @Nullable String command;

        @Option(
                names = "--log",
                paramLabel = "FILE",
                description = "What a client has written of its attempts, as CSV or JSON Lines.")
        private @Nullable Path log;

        @Option(names = "--defect", paramLabel = "NAME", description = "Run the bundled client with this defect.")
        private @Nullable String defect;

        @Option(
                names = "--variant",
                paramLabel = "NAME",
                description = "Run the bundled client with this variant, which keeps the contract in another way.")
        private @Nullable String variant;

        boolean isBundled() {
            return target == null && command == null && log == null;
        }

        /** How the bundled client differs, as it reads it on its command line. */
        List<String> change() {
            return Stream.of(argument("--defect", defect), argument("--variant", variant))
                    .flatMap(List::stream)
                    .toList();
        }

        private static List<String> argument(String name, @Nullable String value) {
            return value == null ? List.of() : List.of(name, value);
        }
    }

    @Override
    public Integer call() {
        PrintWriter writer = Objects.requireNonNull(spec).commandLine().getOut();
        Console console = Screen.here().console(writer);
        Set<String> chosen = options.chosen(Coverage.clientClauses());
        if (options.lists(Catalogue.shipped(), chosen, console)) {
            return 0;
        }
        Judge judge = options.judge(console).linkedTo(allure);
        if (subject.isBundled()) {
            try (BundledClient client = BundledClient.unpack()) {
                if (!plan) {
                    client.recordClasses();
                }
                return done(judge, client.target(contract, subject.change()), chosen);
            }
        }
        return done(judge, file(), chosen);
    }

    private int done(Judge judge, TargetFile file, Set<String> chosen) {
        if (plan) {
            judge.planClient(file, chosen);
            return 0;
        }
        return judge.client(file, chosen, options.out()).exitCode();
    }

    private TargetFile file() {
        if (subject.target != null) {
            return TargetFile.read(subject.target, System.getenv());
        }
        if (subject.command != null) {
            return commanded(subject.command);
        }
        Path log = Objects.requireNonNull(subject.log);
        ObjectNode client = JsonNodeFactory.instance.objectNode();
        client.put("log", log.toAbsolutePath().toString());
        return ContractAlone.of(String.valueOf(log.getFileName()), contract, client);
    }

    private TargetFile commanded(String command) {
        ObjectNode client = JsonNodeFactory.instance.objectNode();
        client.putArray("command")
                .addAll(WORD.matcher(command)
                        .results()
                        .map(ClientCommand::word)
                        .map(TextNode::valueOf)
                        .toList());
        return ContractAlone.of(command, contract, client);
    }

    private static String word(MatchResult found) {
        return Stream.of(found.group(1), found.group(2), found.group(3))
                .filter(Objects::nonNull)
                .findFirst()
                .orElse("");
    }
}
