package dev.samekey.reports;

import static java.util.stream.Collectors.toCollection;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.reports.bundled.BundledClient;
import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The proof of the scenarios about clients: each defect of the bundled client breaks its clause, and no variant breaks any. All are
 * judged by the contract that promises every clause. The clean client is a command, as a user's is, where its processes or its
 * delays are judged; all others share a process.
 *
 * <p>They mostly wait, so several are judged side by side. What a busy machine would blur comes first: the clauses about times, those
 * of the clean client before the others. Beside them is what sends little. What is unclear is judged once more at the end.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientProofIT {
    private static final String CONTRACT = BundledClient.CONTRACT;
    private static final String HEAD = """
            # Which clause catches which defect of a client

            Made by `mvn verify -Pself-test`. Each line is the bundled reference client with one defect, judged by its clause under
            the contract `retry-safe`, which promises every clause. ✗: the defect breaks it.

            | defect | breaks | seen | how |
            |---|---|---|---|
            """;
    private static final long LIMIT_MINUTES = 20;
    private static final Path OUT = Path.of(System.getProperty("samekey.out")).resolveSibling("client-proof");

    private static final int AT_ONCE = 6;

    /** With more beside them, their delays are those of the machine. */
    private static final int TIMED_AT_ONCE = 5;

    /** A run is busy in its first seconds, and then mostly waits: the busy seconds of two must not meet. */
    private static final long TIMED_APART_SECONDS = 3;

    private static final int QUIET_AT_ONCE = 2;

    private static final int AT_ONCE_AGAIN = 2;

    /** The clauses that delays of some milliseconds decide. */
    private static final Set<String> OF_TIMES = Set.of("CLI-8", "CLI-9", "BUD-2");

    /** Those whose defects send little: they are judged beside the times. */
    private static final Set<String> QUIET =
            Set.of("CLI-1", "CLI-3", "CLI-4", "CLI-5", "CLI-6", "CLI-7", "CLI-10", "CLI-12", "CLI-13");

    /** Those of the clean client that need a process for each client. */
    private static final Set<String> OF_PROCESSES = Set.of("CLI-2", "CLI-12");

    /** They take longest, and nothing should wait for them in the end. */
    private static final List<String> LONGEST = List.of(
            "retries-without-cap",
            "total-without-responses",
            "earlier-cap",
            "decorrelated-jitter",
            "shared-seed",
            "late-reports",
            "budget-blocks-caller");

    private static final String WANTED = System.getProperty("samekey.proof", "");
    private static final boolean WHOLE = WANTED.equals("whole");
    private static final Set<String> JUDGED = judged();

    /** Of the clients that share a process, where no delay is judged. */
    private static final int CLOCK_SPEED = 5;

    /** What a variant cannot show: the clauses are not checked. */
    private static final Map<String, Set<String>> NOT_SHOWN = Map.of(
            "bare-reports",
            Set.of("CLI-11"),
            "one-at-a-time",
            Set.of("CLI-2", "CLI-8", "CLI-9", "BUD-1", "BUD-2", "BUD-3"));

    private static final Change CLEAN = new Change("", "clean", "", "");

    private final BundledClient client = BundledClient.unpack();
    private final HostedClients hosted = new HostedClients(client.hostCommand());
    /** By the name of the change and the clause. */
    private final Map<String, Map<String, ClauseVerdict>> verdicts = new HashMap<>();

    ClientProofIT() throws IOException {}

    /** @param clause that it breaks; empty for a variant */
    private record Change(String option, String name, String clause, String how) {
        static List<Change> of(String option, List<String> csv) {
            try (MappingIterator<Map<String, String>> rows = new CsvMapper()
                    .readerForMapOf(String.class)
                    .with(CsvSchema.emptySchema().withHeader())
                    .readValues(String.join("\n", csv))) {
                return rows.readAll().stream()
                        .map(row -> new Change(
                                option,
                                row.getOrDefault("name", ""),
                                row.getOrDefault("clause", ""),
                                row.getOrDefault("how", "")))
                        .toList();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        boolean isClean() {
            return option.isEmpty();
        }

        boolean isDefect() {
            return !clause.isEmpty();
        }

        /** On the command line of the client. */
        List<String> arguments() {
            return isClean() ? List.of() : List.of(option, name);
        }

        /** Those by which it is judged. */
        Set<String> clauses() {
            if (isDefect()) {
                return JUDGED.contains(clause) ? Set.of(clause) : Set.of();
            }
            return JUDGED;
        }
    }

    private final List<Change> changes = Stream.concat(
                    // Variants first: they take longest, and what is short fills the gaps at the end.
                    variants().stream(), Change.of("--defect", client.defects()).stream())
            .filter(change -> !change.clauses().isEmpty())
            .toList();

    /** Usually none: as for servers, they are judged in the whole proof, and by the clauses that are named. */
    private List<Change> variants() {
        return WANTED.isEmpty() ? List.of() : Change.of("--variant", client.variants());
    }

    /** All clauses about clients, or those that are named. */
    private static Set<String> judged() {
        Set<String> all = Coverage.clientClauses();
        if (!WANTED.isEmpty() && !WHOLE) {
            List<String> named = List.of(WANTED.split(","));
            all.removeIf(id -> named.stream().noneMatch(name -> id.equals(name) || id.startsWith(name + "-")));
        }
        return all;
    }

    /** A change, and some of the clauses by which it is judged. */
    private record Part(Change change, Set<String> clauses) {
        static List<Part> of(List<Change> changes, Predicate<String> wanted) {
            return changes.stream()
                    .map(change -> new Part(
                            change, change.clauses().stream().filter(wanted).collect(toCollection(TreeSet::new))))
                    .filter(part -> !part.clauses().isEmpty())
                    .toList();
        }

        boolean isOfTimes() {
            return OF_TIMES.containsAll(clauses);
        }

        boolean isOfProcesses() {
            return change.isClean() && (isOfTimes() || OF_PROCESSES.containsAll(clauses));
        }

        /** In two, where some of its clauses need processes and some do not. */
        Stream<Part> byProcess() {
            return change.isClean()
                    ? Stream.of(true, false)
                            .map(wanted -> of(
                                    List.of(change),
                                    clause -> clauses.contains(clause) && OF_PROCESSES.contains(clause) == wanted))
                            .flatMap(List::stream)
                    : Stream.of(this);
        }
    }

    @BeforeAll
    void begin() throws Exception {
        client.recordClasses();
        List<Part> quiet = Part.of(changes, QUIET::contains).stream()
                .filter(part -> part.change().isDefect())
                .toList();
        List<Part> rest = Part.of(withClean(), clause -> !OF_TIMES.contains(clause)).stream()
                .filter(part -> !quiet.contains(part))
                .flatMap(Part::byProcess)
                .toList();
        List<Part> unclear = new ArrayList<>();
        Phase times =
                new Phase("the times", Part.of(withClean(), OF_TIMES::contains), TIMED_AT_ONCE, 0, TIMED_APART_SECONDS);
        Phase beside = new Phase("what sends little, beside them", quiet, QUIET_AT_ONCE, 2 * TIMED_APART_SECONDS, 0);
        unclear.addAll(times.end());
        unclear.addAll(beside.end());
        unclear.addAll(new Phase("the rest", rest, AT_ONCE, 0, 0).end());
        // Once more, with little beside it, what a busy machine has left unclear.
        var unused = new Phase("what was unclear", unclear, AT_ONCE_AGAIN, 0, 0).end();
    }

    private List<Change> withClean() {
        return JUDGED.isEmpty()
                ? List.of()
                : Stream.concat(
                                Stream.of(CLEAN),
                                changes.stream()
                                        .sorted(Comparator.comparing(change -> LONGEST.contains(change.name())
                                                ? LONGEST.indexOf(change.name())
                                                : LONGEST.size())))
                        .toList();
    }

    /** Runs that have begun. */
    private final class Phase {
        private final String what;
        private final int atOnce;
        private final long start = System.nanoTime();
        private final Duration worked = worked();
        private final ScheduledExecutorService pool;
        private final List<Future<Part>> running = new ArrayList<>();

        /** @param afterSeconds when the first begins */
        Phase(String what, List<Part> parts, int atOnce, long afterSeconds, long apartSeconds) {
            this.what = what;
            this.atOnce = atOnce;
            this.pool = Executors.newScheduledThreadPool(atOnce);
            for (Part part : parts) {
                running.add(pool.schedule(
                        () -> judge(part), afterSeconds + running.size() * apartSeconds, TimeUnit.SECONDS));
            }
        }

        /** @return what is unclear */
        List<Part> end() throws Exception {
            try {
                List<Part> unclear = new ArrayList<>();
                for (Future<Part> one : running) {
                    unclear.add(one.get(LIMIT_MINUTES, TimeUnit.MINUTES));
                }
                System.out.println(what + ": " + running.size() + " runs, " + atOnce + " at once: "
                        + Duration.ofNanos(System.nanoTime() - start).toSeconds() + " s, and "
                        + worked().minus(worked).toSeconds() + " s of processor time without that of the commands");
                return unclear.stream()
                        .filter(part -> !part.clauses().isEmpty())
                        .toList();
            } finally {
                pool.shutdownNow();
            }
        }
    }

    /** Processor time of this process and of the clients that share one. */
    private Duration worked() {
        return Stream.of(ProcessHandle.current().info(), hosted.info())
                .flatMap(process -> process.totalCpuDuration().stream())
                .reduce(Duration.ZERO, Duration::plus);
    }

    @AfterAll
    void end() throws Exception {
        try {
            writeMatrix();
        } finally {
            hosted.close();
            client.close();
        }
    }

    private void writeMatrix() throws IOException {
        StringJoiner text = new StringJoiner("\n", HEAD, "\n");
        for (Change change : changes) {
            if (change.isDefect()) {
                Verdict verdict = verdict(change).verdict();
                text.add("| `%s` | %s | %s | %s |"
                        .formatted(
                                change.name(),
                                change.clause(),
                                verdict == Verdict.BROKEN ? "✗" : verdict,
                                change.how()));
            }
        }
        Path folder = JUDGED.equals(Coverage.clientClauses())
                ? Path.of(System.getProperty("samekey.root"), "docs")
                : Files.createDirectories(OUT);
        Files.writeString(folder.resolve("client-defect-matrix.md"), text.toString());
    }

    /** @return the same change with the clauses that are unclear */
    private Part judge(Part part) {
        Change change = part.change();
        long start = System.nanoTime();
        Judge judge = new Judge(new Console(new PrintWriter(Writer.nullWriter()))).showing(Judge.Extent.QUIET);
        boolean isFast = !change.isClean() && !part.isOfTimes();
        TargetFile file = client.target(CONTRACT, change.arguments(), isFast ? CLOCK_SPEED : 1);
        Path out =
                OUT.resolve(change.name() + (part.isOfTimes() ? "-times" : part.isOfProcesses() ? "-processes" : ""));
        ContractVerdict verdict = part.isOfProcesses()
                ? judge.client(file, part.clauses(), out)
                : judge.client(file, hosted.with(options(change.arguments())), part.clauses(), out);
        long took = Duration.ofNanos(System.nanoTime() - start).toSeconds();
        System.out.println(change.name() + " (" + took + " s): " + Console.summary(verdict));
        Set<String> unclear = new TreeSet<>();
        synchronized (verdicts) {
            for (ClauseVerdict clause : verdict.clauses()) {
                String id = clause.clause().id();
                verdicts.computeIfAbsent(change.name(), name -> new TreeMap<>()).put(id, clause);
                boolean isShown =
                        !NOT_SHOWN.getOrDefault(change.name(), Set.of()).contains(id);
                if (clause.verdict() == Verdict.INCONCLUSIVE || (clause.verdict() == Verdict.NOT_CHECKED && isShown)) {
                    unclear.add(id);
                }
            }
        }
        return new Part(change, unclear);
    }

    private static List<String> options(List<String> arguments) {
        List<String> options = new ArrayList<>(List.of("--dialect", CONTRACT));
        options.addAll(arguments);
        return options;
    }

    @TestFactory
    Stream<DynamicTest> every_clause_holds_for_the_clean_client() {
        return JUDGED.isEmpty()
                ? Stream.empty()
                : verdicts(CLEAN).stream()
                        .map(clause -> dynamicTest(
                                clause.clause().id(),
                                () -> assertThat(clause.verdict())
                                        .as(clause.reason())
                                        .isEqualTo(Verdict.HELD)));
    }

    @TestFactory
    Stream<DynamicTest> each_defect_breaks_its_clause() {
        return changes.stream()
                .filter(Change::isDefect)
                .map(change -> dynamicTest(change.name() + " breaks " + change.clause(), () -> {
                    ClauseVerdict clause = verdict(change);
                    assertThat(clause.verdict()).as(clause.reason()).isEqualTo(Verdict.BROKEN);
                }));
    }

    /** A machine that was too busy twice may leave a clause unclear. */
    @TestFactory
    Stream<DynamicTest> every_variant_holds_what_it_can_show() {
        return changes.stream()
                .filter(change -> !change.isDefect())
                .map(change -> dynamicTest(change.name(), () -> {
                    Set<String> notShown = NOT_SHOWN.getOrDefault(change.name(), Set.of());
                    assertThat(verdicts(change)).hasSameSizeAs(change.clauses()).allSatisfy(clause -> {
                        String id = clause.clause().id();
                        assertThat(clause.verdict())
                                .as(id + " " + clause.reason())
                                .isIn(
                                        notShown.contains(id)
                                                ? List.of(Verdict.NOT_CHECKED)
                                                : List.of(Verdict.HELD, Verdict.INCONCLUSIVE));
                    });
                }));
    }

    private List<ClauseVerdict> verdicts(Change change) {
        return List.copyOf(Objects.requireNonNull(verdicts.get(change.name()), change.name())
                .values());
    }

    /** That of the clause of a defect. */
    private ClauseVerdict verdict(Change defect) {
        return verdicts(defect).get(0);
    }
}
