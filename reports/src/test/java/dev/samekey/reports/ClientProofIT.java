package dev.samekey.reports;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * The proof of the scenarios about clients: each defect of the bundled client breaks its clause, and no variant breaks any. All are
 * judged by the contract that promises every clause. The clean client is a command, as a user's is; the others share a process.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClientProofIT {
    private static final String CONTRACT = "retry-safe";
    private static final String HEAD = """
            # Which clause catches which defect of a client

            Made by `mvn verify -Pself-test`. Each line is the bundled reference client with one defect, judged by its clause under
            the contract `retry-safe`, which promises every clause. ✗: the defect breaks it.

            | defect | breaks | seen | how |
            |---|---|---|---|
            """;
    private static final long LIMIT_MINUTES = 20;
    private static final Path OUT = Path.of(System.getProperty("samekey.out")).resolveSibling("client-proof");

    /** They mostly wait; more of them would disturb each other's delays. */
    private static final int AT_ONCE = 2;

    private final BundledClient client = BundledClient.unpack();
    private final HostedClients hosted = new HostedClients(client.hostCommand());
    private final ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
    private final Map<String, Future<ContractVerdict>> verdicts = new LinkedHashMap<>();

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
    }

    private final List<Change> changes = Stream.concat(
                    Change.of("--defect", client.defects()).stream(),
                    Change.of("--variant", client.variants()).stream())
            .toList();

    @BeforeAll
    void begin() throws Exception {
        client.recordClasses();
        judge("clean", List.of(), Coverage.clientClauses());
        // Its clients are processes, whose starts would disturb the delays of others.
        done("clean");
        changes.forEach(change -> judge(
                change.name(),
                List.of(change.option(), change.name()),
                change.clause().isEmpty() ? Coverage.clientClauses() : Set.of(change.clause())));
    }

    @AfterAll
    void end() throws Exception {
        try {
            writeMatrix();
        } finally {
            pool.shutdownNow();
            hosted.close();
            client.close();
        }
    }

    private void writeMatrix() throws Exception {
        StringJoiner text = new StringJoiner("\n", HEAD, "\n");
        for (Change change : changes) {
            if (!change.clause().isEmpty()) {
                Verdict verdict = done(change.name()).clauses().get(0).verdict();
                text.add("| `%s` | %s | %s | %s |"
                        .formatted(
                                change.name(),
                                change.clause(),
                                verdict == Verdict.BROKEN ? "✗" : verdict,
                                change.how()));
            }
        }
        Files.writeString(
                Path.of(System.getProperty("samekey.root"), "docs", "client-defect-matrix.md"), text.toString());
    }

    private void judge(String name, List<String> arguments, Set<String> clauses) {
        verdicts.put(name, pool.submit(() -> {
            long start = System.nanoTime();
            Judge judge = new Judge(new Console(new PrintWriter(Writer.nullWriter())));
            TargetFile file = client.target(CONTRACT, arguments);
            ContractVerdict verdict = arguments.isEmpty()
                    ? judge.client(file, clauses, OUT.resolve(name))
                    : judge.client(file, hosted.with(options(arguments)), clauses, OUT.resolve(name));
            long took = Duration.ofNanos(System.nanoTime() - start).toSeconds();
            System.out.println(name + " (" + took + " s): " + Console.summary(verdict));
            return verdict;
        }));
    }

    private static List<String> options(List<String> arguments) {
        List<String> options = new ArrayList<>(List.of("--dialect", CONTRACT));
        options.addAll(arguments);
        return options;
    }

    @TestFactory
    Stream<DynamicTest> every_clause_holds_for_the_clean_client() {
        return Stream.of(dynamicTest(
                "clean",
                () -> assertThat(done("clean").clauses())
                        .allSatisfy(clause -> assertThat(clause.verdict())
                                .as(clause.clause().id() + " " + clause.reason())
                                .isEqualTo(Verdict.HELD))));
    }

    @TestFactory
    Stream<DynamicTest> each_defect_breaks_its_clause() {
        return changes.stream()
                .filter(change -> !change.clause().isEmpty())
                .map(change -> dynamicTest(change.name() + " breaks " + change.clause(), () -> {
                    ClauseVerdict clause = done(change.name()).clauses().get(0);
                    assertThat(clause.verdict()).as(clause.reason()).isEqualTo(Verdict.BROKEN);
                }));
    }

    @TestFactory
    Stream<DynamicTest> no_variant_breaks_a_clause() {
        return changes.stream()
                .filter(change -> change.clause().isEmpty())
                .map(change -> dynamicTest(change.name(), () -> {
                    List<String> broken = new ArrayList<>();
                    for (ClauseVerdict clause : done(change.name()).clauses()) {
                        if (clause.verdict() == Verdict.BROKEN || clause.verdict() == Verdict.HARNESS_ERROR) {
                            broken.add(clause.clause().id() + ": " + clause.reason());
                        }
                    }
                    assertThat(broken).isEmpty();
                }));
    }

    private ContractVerdict done(String name) throws Exception {
        return Objects.requireNonNull(verdicts.get(name), name).get(LIMIT_MINUTES, TimeUnit.MINUTES);
    }
}
