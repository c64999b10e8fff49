package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.reports.bundled.BundledDevice;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.path.PathProbes;
import dev.samekey.steps.judge.run.PathRun;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The proof of the clauses about what stands between: each defect of the bundled device breaks its clause, and no other that it does not
 * name; no variant breaks any. The runs mostly wait, so several are beside each other.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DeviceProofIT {
    private static final int AT_ONCE = 24;
    private static final long LIMIT_MINUTES = 10;

    /** The device answers each request before it does anything else: nothing has to settle. */
    private static final PathProbes.Times TIMES = new PathProbes.Times(
            Duration.ofSeconds(15),
            Duration.ofMillis(20),
            Duration.ofSeconds(3),
            Duration.ofSeconds(6),
            Duration.ofMillis(200));

    private static final Change CLEAN = new Change("", "clean", "", Set.of());
    private static final String WANTED = System.getProperty("samekey.proof", "");

    private final BundledDevice device = BundledDevice.unpack();
    private final List<Change> changes = Stream.of(
                    List.of(CLEAN), Change.of("--variant", device.variants()), Change.of("--defect", device.defects()))
            .flatMap(List::stream)
            .filter(Change::isWanted)
            .toList();
    /** By the name of the change and the clause. */
    private final Map<String, Map<String, ClauseVerdict>> verdicts = new LinkedHashMap<>();

    private final Set<Integer> given = ConcurrentHashMap.newKeySet();

    DeviceProofIT() throws IOException {}

    /**
     * A device other than the clean one.
     *
     * @param clause that it breaks; empty for a variant
     * @param follows what breaks with it
     */
    private record Change(String option, String name, String clause, Set<String> follows) {
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
                                words(row.getOrDefault("follows", ""))))
                        .toList();
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        private static Set<String> words(String text) {
            return Stream.of(text.split(" ", -1))
                    .filter(word -> !word.isEmpty())
                    .collect(Collectors.toSet());
        }

        boolean isDefect() {
            return !clause.isEmpty();
        }

        /** Where clauses are named, their defects are judged, and all that breaks none. */
        boolean isWanted() {
            return WANTED.isEmpty()
                    || WANTED.equals("whole")
                    || Stream.of(WANTED.split(",", -1))
                            .anyMatch(name -> name.equals(clause)
                                    || (isDefect() ? clause : "PTH-1").startsWith(name + "-")
                                    || (!isDefect() && name.startsWith("PTH-")));
        }

        List<String> arguments() {
            return option.isEmpty() ? List.of() : List.of(option, name);
        }
    }

    @BeforeAll
    void begin() throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        try {
            List<Future<?>> running = new ArrayList<>();
            for (Change change : changes) {
                running.add(pool.submit(() -> {
                    Map<String, ClauseVerdict> judged = judged(change);
                    synchronized (verdicts) {
                        verdicts.put(change.name(), judged);
                    }
                    return null;
                }));
            }
            for (Future<?> one : running) {
                one.get(LIMIT_MINUTES, TimeUnit.MINUTES);
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @AfterAll
    void end() throws IOException {
        device.close();
    }

    private Map<String, ClauseVerdict> judged(Change change) throws IOException {
        int back = freePort();
        TargetFile file = TargetFile.of(
                YamlFile.of("a.yaml", "{name: device, contract: playbook, client: {log: a}}"), Path.of(""), Map.of());
        try (BundledDevice.Started started = device.before(back, change.arguments())) {
            RunResult seen = new PathRun(
                            file,
                            started.front(),
                            new InetSocketAddress(InetAddress.getLoopbackAddress(), back),
                            TIMES,
                            PathRun.clauses())
                    .run(unseen -> {});
            System.out.println(change.name() + ": " + seen.took().toSeconds() + " s");
            return ContractVerdict.of(seen, file.target(), Catalogue.ofPath(), PathRun.clauses(), Baseline.NONE)
                    .clauses()
                    .stream()
                    .collect(Collectors.toMap(one -> one.clause().id(), one -> one, (one, other) -> one, TreeMap::new));
        }
    }

    /** None that a run beside this one has been given and does not listen at yet. */
    private int freePort() {
        int port = Ports.free();
        return given.add(port) ? port : freePort();
    }

    /** It repeats nothing, so nothing is seen of a repetition. */
    @TestFactory
    Stream<DynamicTest> the_clean_device_holds_all_that_it_can_show() {
        return changes.stream()
                .filter(CLEAN::equals)
                .flatMap(change -> verdicts(change).values().stream())
                .map(clause -> dynamicTest(
                        clause.clause().id(),
                        () -> assertThat(clause.verdict())
                                .as(clause.reason())
                                .isEqualTo(
                                        Set.of("PTH-5", "PTH-6")
                                                        .contains(
                                                                clause.clause().id())
                                                ? Verdict.NOT_CHECKED
                                                : Verdict.HELD)));
    }

    @TestFactory
    Stream<DynamicTest> each_defect_breaks_its_clause_and_those_that_follow() {
        return changes.stream()
                .filter(Change::isDefect)
                .map(change -> dynamicTest(change.name() + " breaks " + change.clause(), () -> {
                    assertThat(broken(change)).containsKey(change.clause());
                    assertThat(broken(change).keySet())
                            .as(broken(change).toString())
                            .containsExactlyInAnyOrderElementsOf(
                                    Stream.concat(Stream.of(change.clause()), change.follows().stream())
                                            .toList());
                }));
    }

    @TestFactory
    Stream<DynamicTest> every_variant_breaks_nothing() {
        return changes.stream()
                .filter(change -> !change.isDefect())
                .map(change -> dynamicTest(change.name(), () -> {
                    assertThat(broken(change)).isEmpty();
                    assertThat(verdicts(change).values())
                            .extracting(ClauseVerdict::verdict)
                            .doesNotContain(Verdict.INCONCLUSIVE, Verdict.HARNESS_ERROR);
                }));
    }

    /** What is judged of a repetition is seen where one is allowed. */
    @TestFactory
    Stream<DynamicTest> a_repetition_that_is_allowed_is_judged() {
        return Stream.of(Map.entry("repeats-a-put-once", "PTH-5"), Map.entry("repeats-a-put-when-asked", "PTH-6"))
                .filter(row -> verdicts.containsKey(row.getKey()))
                .map(row -> dynamicTest(
                        row.toString(),
                        () -> assertThat(verdicts.get(row.getKey()))
                                .hasEntrySatisfying(
                                        row.getValue(),
                                        clause -> assertThat(clause.verdict()).isEqualTo(Verdict.HELD))));
    }

    private Map<String, ClauseVerdict> verdicts(Change change) {
        return Objects.requireNonNull(verdicts.get(change.name()), change.name());
    }

    /** By clause, why. */
    private Map<String, String> broken(Change change) {
        return verdicts(change).entrySet().stream()
                .filter(entry -> entry.getValue().verdict() == Verdict.BROKEN)
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().reason()));
    }
}
