package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Judges an API and writes the reports. */
@Command(
        name = "verify",
        mixinStandardHelpOptions = true,
        description = "Judges an API clause by clause: the one of a target file, or the bundled reference server.",
        footer = {
            "",
            "Exit code 0: every MUST clause that could be checked holds, or is broken as the baseline lists it.",
            "          1: a MUST clause is broken otherwise, or a listed break no longer happens. The target file's",
            "             gate may say that SHOULD, INCONCLUSIVE and NOT_CHECKED clauses count too.",
            "          2: the run could not judge; the message says what to do.",
            "",
            "Examples:",
            "  samekey verify                                 the bundled server, which keeps the contract",
            "  samekey verify --defect check-then-act         the same with a defect, to see a red report",
            "  samekey verify --target staging.yaml --clauses RPL,CON-1"
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup
    private Subject subject = new Subject();

    @Option(
            names = "--system",
            paramLabel = "NAME",
            defaultValue = "playbook",
            description = "Which of its systems the bundled server is: playbook, harbor-point, platform, charges or"
                    + " retry-safe (default: ${DEFAULT-VALUE}).")
    private String system = "";

    @Option(
            names = "--nats",
            paramLabel = "URL",
            description =
                    "Send and receive the events of the bundled server over this NATS server with JetStream, such as"
                            + " nats://127.0.0.1:4222; for the system playbook.")
    private @Nullable URI nats;

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description =
                    "Folder for the reports (default: ${DEFAULT-VALUE}). A report of an earlier run in it is replaced; a"
                            + " folder that holds files and no report is refused.")
    private Path out = Path.of("samekey-report");

    @Option(
            names = "--clauses",
            paramLabel = "IDS",
            split = ",",
            description = "Only these clauses or groups, such as RPL,CON-1 (default: all).")
    private List<String> clauses = List.of();

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "The known breaks, in place of gate.baseline of the target file.")
    private @Nullable Path baseline;

    @Option(
            names = "--allure",
            paramLabel = "PATH",
            description = "Where you will put the Allure report, from the folder of the reports: the matrix then links"
                    + " each clause to it.")
    private @Nullable String allure;

    @Option(names = "--list", description = "List the clauses that would be judged, and judge nothing.")
    private boolean list;

    @Option(
            names = "--plan",
            description = "Say which scenarios would run against the target file, about how many requests they send and"
                    + " what those write; send nothing.")
    private boolean plan;

    /** What is judged. */
    static final class Subject {
        @Option(names = "--target", paramLabel = "FILE", description = "The target file that describes your API.")
        private @Nullable Path target;

        @Option(names = "--defect", paramLabel = "NAME", description = "Run the bundled server with this defect.")
        private @Nullable String defect;

        @Option(
                names = "--variant",
                paramLabel = "NAME",
                description = "Run the bundled server with this variant, which keeps the contract in another way.")
        private @Nullable String variant;

        /** How the bundled server differs, as it reads it on its command line. */
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
        Console console = new Console(writer, Ansi.AUTO.enabled());
        Set<String> chosen = ClauseChoice.of(clauses, Coverage.clauses());
        if (list) {
            Catalogue.shipped().all().stream()
                    .filter(clause -> chosen.contains(clause.id()))
                    .forEach(clause -> console.say(line(clause)));
            return 0;
        }
        Judge judge = new Judge(console).knowing(baseline).linkedTo(allure);
        if (plan) {
            if (subject.target == null) {
                throw new CannotRun("--plan needs a --target: there is nothing to plan for the bundled server");
            }
            judge.plan(subject.target, chosen);
            return 0;
        }
        return judge(judge, chosen).exitCode();
    }

    private ContractVerdict judge(Judge judge, Set<String> chosen) {
        if (nats != null && (subject.target != null || !system.equals(BundledServer.SYSTEMS_SHIPPED.get(0)))) {
            throw new CannotRun("--nats is for the bundled server and its system playbook; a target file of yours names"
                    + " its broker itself, as delivery.broker");
        }
        if (nats != null) {
            return judge.brokered(nats, subject.change(), chosen, out);
        }
        return subject.target == null
                ? judge.bundled(known(system), subject.change(), chosen, out)
                : judge.target(subject.target, chosen, out);
    }

    private static String known(String system) {
        if (!BundledServer.SYSTEMS_SHIPPED.contains(system)) {
            throw new CannotRun("the bundled server is no «" + system + "», but " + BundledServer.SYSTEMS_SHIPPED);
        }
        return system;
    }

    private static String line(Clause clause) {
        return "%-7s %-6s %s".formatted(clause.id(), clause.level(), clause.title());
    }
}
