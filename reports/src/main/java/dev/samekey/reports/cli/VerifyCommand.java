package dev.samekey.reports.cli;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.VerdictJson;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Narrowed;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Features;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.PrintWriter;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ArgGroup;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
            "             gate may say that SHOULD, INCONCLUSIVE and NOT_CHECKED clauses fail it too.",
            "          2: the run could not judge, the target stopped serving requests, a MUST clause is INCONCLUSIVE or was",
            "             not reached in --within and the gate does not say what becomes of that, or the report could not be",
            "             written; the message says what to do.",
            "          130 or 143: it was ended by Ctrl-C or SIGTERM; what was seen by then is reported.",
            "With --shard it is 0 or 2: the verdict of all shards is that of «samekey merge».",
            "",
            "Examples:",
            "  samekey verify                                 the bundled server, which keeps the contract",
            "  samekey verify --defect check-then-act         the same with a defect, to see a red report",
            "  samekey verify --target staging.yaml --clauses RPL,CON-1",
            "  samekey verify --target staging.yaml --features cases",
            "                                                 the cases that «samekey design» wrote, as you edited them"
        })
final class VerifyCommand implements Callable<Integer> {
    @Spec
    private @Nullable CommandSpec spec;

    @ArgGroup
    private Subject subject = new Subject();

    @Mixin
    private OverrideOptions overrides = new OverrideOptions();

    @Option(
            names = "--system",
            paramLabel = "NAME",
            description = "Which of its systems the bundled server is: playbook (the default), harbor-point, platform,"
                    + " charges or retry-safe.")
    private @Nullable String system;

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
            description =
                    "Only these clauses or groups, such as RPL,con-1 (default: all). REV-1 and CON-12 are derived from all"
                            + " other clauses and need a whole run, so their groups leave them out: name them. If other requests"
                            + " disturb a scenario, CON-12 is reported all the same.")
    private List<String> clauses = List.of();

    @Option(
            names = "--operation",
            paramLabel = "NAMES",
            split = ",",
            description = "Only these operations of the target file (default: all).")
    private Set<String> operations = Set.of();

    @Option(
            names = "--scenario",
            paramLabel = "TEXT",
            description =
                    "Only the scenarios whose title contains this text, in any case, or that stand at a place such as"
                            + " replay.feature:12; may be repeated.")
    private Set<String> scenarios = Set.of();

    @Option(
            names = "--features",
            paramLabel = "DIR",
            description =
                    "Run the scenarios of the *.feature files in this folder and below it, in place of the shipped"
                            + " ones: those that «samekey design» has written, as you have edited them, and your own.")
    private @Nullable Path folder;

    @Option(
            names = {"--fail-fast", "--bail"},
            description = "End the run at the first new break that counts for the gate. What was not begun by then is"
                    + " NOT_CHECKED.")
    private boolean failsFast;

    @Option(
            names = "--within",
            paramLabel = "TIME",
            description =
                    "Judge what harms most first, and begin no scenario when this time is used up, such as 3m. It begins when"
                            + " the target answers. What was not reached is NOT_CHECKED with that reason, and the gate does not"
                            + " pass where it needs it.")
    private @Nullable String within;

    @Option(
            names = "--seed",
            paramLabel = "NUMBER",
            description =
                    "Make the random choices of the run that reported this seed. Keys and references are always new.")
    private @Nullable Long seed;

    @Option(
            names = "--only-failed",
            description =
                    "Only the clauses that were broken or inconclusive, or for which --within had no time, in the last"
                            + " report in --out. It must be one on this"
                            + " target, of a run that judged all that is chosen now: after a run with --clauses,"
                            + " --operation or --scenario, name the same again.")
    private boolean onlyFailed;

    @Option(
            names = "--strength",
            paramLabel = "NUMBER",
            defaultValue = "1",
            description =
                    "Judge under combinations of conditions too, such as a long key and another replica: of each so"
                            + " many conditions all combinations occur (default: ${DEFAULT-VALUE}, nothing but what is usual).")
    private int strength = 1;

    @Option(
            names = "--quiet",
            description = "Print what is broken and the last lines, without the progress and the table.")
    private boolean quiet;

    @Option(
            names = "--color",
            paramLabel = "WHEN",
            defaultValue = "auto",
            description = "Verdicts in colours: auto (on a terminal, the default), always or never.")
    private Color color = Color.AUTO;

    @Option(
            names = "--baseline",
            paramLabel = "FILE",
            description = "The known breaks, in place of gate.baseline of the target file.")
    private @Nullable Path baseline;

    @Option(
            names = "--allure",
            paramLabel = "PATH",
            description =
                    "Also write results for Allure, into allure-results. PATH is where you will put its report, from"
                            + " the folder of the reports: the matrix then links each clause to it.")
    private @Nullable String allure;

    @ArgGroup(exclusive = false)
    private @Nullable Sharing sharing;

    /** Which part of the run is judged here. */
    static final class Sharing {
        @Option(
                names = "--shard",
                paramLabel = "NUMBER/OF",
                required = true,
                description =
                        "Judge one part of the run, such as 2/5, and leave the verdict to «samekey merge»; auto takes"
                                + " the numbers from CI_NODE_INDEX or JOB_COMPLETION_INDEX, and CI_NODE_TOTAL.")
        private String shard = "";

        @Option(
                names = "--costs",
                paramLabel = "FILE",
                description =
                        "The verdict.json of an earlier run: its durations make the shards equally long. Each shard"
                                + " needs the same file.")
        private @Nullable Path costs;

        @Option(
                names = "--run-id",
                paramLabel = "ID",
                description = "What distinguishes this run from others, so that merge refuses a shard of another one"
                        + " (default: GITHUB_RUN_ID, CI_PIPELINE_ID or BUILD_TAG).")
        private @Nullable String run;

        Share share() {
            return Share.of(shard, costs, run, System.getenv());
        }
    }

    @Option(names = "--list", description = "List the clauses that would be judged, and judge nothing.")
    private boolean list;

    @Option(
            names = "--plan",
            description = "Say which scenarios would run against the target file, about how many requests they send and"
                    + " what those write; send nothing.")
    private boolean plan;

    /** When verdicts are written in colours. */
    enum Color {
        AUTO,
        ALWAYS,
        NEVER
    }

    /** What is judged. */
    static final class Subject {
        @Option(
                names = "--target",
                paramLabel = "FILE",
                description =
                        "The target file that describes your API (default: samekey.yaml in the current folder, if there is one;"
                                + " else the bundled server).")
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
        Screen screen = Screen.here();
        Console console = screen.colored(color == Color.ALWAYS || (color == Color.AUTO && screen.isColored()))
                .console(writer);
        Features features = folder == null ? Features.shipped() : Features.in(folder);
        Set<String> chosen = ClauseChoice.of(clauses, Coverage.clauses(features));
        Set<String> settled = new TreeSet<>();
        Optional<TargetFile> target = list ? Optional.empty() : target(console);
        if (onlyFailed) {
            settled.addAll(chosen);
            chosen = failed(chosen, target);
            settled.removeAll(chosen);
            if (chosen.isEmpty()) {
                console.say(
                        "no chosen clause was broken or inconclusive in the report in " + out + ": nothing is judged");
                return 0;
            }
        }
        return run(console, features, chosen, settled, target);
    }

    private Set<String> failed(Set<String> chosen, Optional<TargetFile> target) {
        OutFolder.recover(out);
        List<String> unsettled = VerdictJson.unsettled(
                out.resolve("verdict.json"),
                target.map(file -> file.target().name()),
                chosen,
                new Narrowed(operations, scenarios, Set.of()));
        Set<String> derived = Coverage.derived();
        if (unsettled.stream().anyMatch(derived::contains)) {
            // All scenarios run for such a clause: what breaks then must be reported.
            return chosen;
        }
        Set<String> failed = new TreeSet<>(chosen);
        failed.retainAll(unsettled);
        return failed;
    }

    /** @param settled the clauses that --only-failed leaves out */
    private int run(
            Console console, Features features, Set<String> chosen, Set<String> settled, Optional<TargetFile> target) {
        // Before anything else is done.
        var unused = Judge.time(within);
        if (strength < 1) {
            throw new CannotRun("--strength " + strength + " is too small: it is 1 or more");
        }
        if (list) {
            Catalogue.shipped().all().stream()
                    .filter(clause -> chosen.contains(clause.id()))
                    .forEach(clause -> console.say(line(clause)));
            return 0;
        }
        Share share = sharing == null ? null : sharing.share();
        if (share != null && failsFast) {
            throw new CannotRun(
                    "--fail-fast is for a whole run: other shards do not know that one has ended, and «samekey merge»"
                            + " needs all of them");
        }
        mustFit(share);
        Judge judge = new Judge(console)
                .knowing(baseline)
                .linkedTo(allure)
                .showing(quiet ? Judge.Extent.QUIET : Judge.Extent.FULL)
                .running(features)
                .about(operations)
                .narrowed(new Narrowing(scenarios, settled, failsFast, null, seed))
                .within(within)
                .ofStrength(strength)
                .sharing(share);
        if (plan) {
            judge.plan(
                    target.orElseThrow(() ->
                            new CannotRun("--plan needs a --target: there is nothing to plan for the bundled server")),
                    chosen);
            return 0;
        }
        ContractVerdict verdict =
                target.map(file -> judge.target(file, chosen, out)).orElseGet(() -> bundled(judge, chosen));
        return share == null ? verdict.exitCode() : Share.exitCode(verdict);
    }

    /** A time is for a whole run, with what is usual, of which something is sent. */
    private void mustFit(@Nullable Share share) {
        if (within == null) {
            return;
        }
        if (share != null) {
            throw new CannotRun(
                    "--within is for a whole run: to have a shard end earlier, split the run into more of them");
        }
        if (strength > 1) {
            throw new CannotRun("--within is for what is usual: leave it or --strength out");
        }
        if (plan) {
            throw new CannotRun("--within is for a run, and --plan sends nothing: leave one of them out");
        }
    }

    /** The file that is named, or found where the bundled server is not asked for. */
    private Optional<TargetFile> target(Console console) {
        boolean isBundled = system != null || nats != null || !subject.change().isEmpty();
        if (subject.target == null && isBundled) {
            if (!overrides.isEmpty()) {
                throw new CannotRun(OverrideOptions.FOR_TARGET_FILES);
            }
            return Optional.empty();
        }
        if (system != null) {
            throw new CannotRun("--system is for the bundled server: leave it or --target out");
        }
        if (nats != null) {
            throw new CannotRun("--nats is for the bundled server and its system playbook; a target file of yours names"
                    + " its broker itself, as delivery.broker");
        }
        if (!overrides.isEmpty()) {
            return Optional.of(read(TargetChoice.required(subject.target, console), console));
        }
        return TargetChoice.of(subject.target, console).map(path -> read(path, console));
    }

    private TargetFile read(Path path, Console console) {
        return plan ? overrides.unsent(path, console) : overrides.read(path);
    }

    private ContractVerdict bundled(Judge judge, Set<String> chosen) {
        String first = BundledServer.SYSTEMS_SHIPPED.get(0);
        if (nats == null) {
            return judge.bundled(known(system == null ? first : system), subject.change(), chosen, out);
        }
        if (system != null && !system.equals(first)) {
            throw new CannotRun("--nats is for the system " + first + " of the bundled server");
        }
        return judge.brokered(nats, subject.change(), chosen, out);
    }

    private static String known(String system) {
        if (!BundledServer.SYSTEMS_SHIPPED.contains(system)) {
            throw new CannotRun(
                    "the bundled server is no «" + system + "»" + Nearest.hint(system, BundledServer.SYSTEMS_SHIPPED));
        }
        return system;
    }

    private static String line(Clause clause) {
        return "%-7s %-6s %s".formatted(clause.id(), clause.level(), clause.title());
    }
}
