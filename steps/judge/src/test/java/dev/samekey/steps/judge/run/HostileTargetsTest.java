package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The first table of docs/hostile-targets.md, row by row: how a target behaves, and what comes of it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileTargetsTest {
    private static final Path DOC = Path.of("../../docs/hostile-targets.md");
    private static final String ALONE = "RPL-1";
    private static final String IN_A_RACE = "CON-2";
    private static final int SOON = 1;
    private static final int NEVER = 60;

    private final RawServer elsewhere = RawServer.answering(RawServer.bare("201 Created"));
    private final HostileServer hostile = new HostileServer(elsewhere.uri());
    private final List<ScenarioResult> results = new ArrayList<>();

    /** @param raced {@code –} where a race shows no more */
    record Row(String behaviour, String alone, String raced, String said) {
        static Row of(String line) {
            String[] cells = line.split("\\s*\\|\\s*", -1);
            return new Row(cells[1].replace(' ', '-'), cells[2], cells[3], cells[4]);
        }

        boolean isRaced() {
            return !raced.equals("–");
        }

        boolean hangs() {
            return said.startsWith("no whole answer");
        }

        boolean limits() {
            return behaviour.startsWith("limits");
        }

        @Override
        public String toString() {
            return behaviour;
        }
    }

    static Stream<Row> rows() throws IOException {
        return Files.readString(DOC)
                .replaceFirst("(?s)\\n## .*", "")
                .lines()
                .filter(line -> line.startsWith("| ") && !line.startsWith("| behaviour"))
                .map(Row::of);
    }

    @BeforeAll
    void judge(@TempDir Path out) throws IOException {
        try (RawServer server = hostile.start()) {
            // A target that responds at last gets all the time that a busy machine may need.
            for (int limit : List.of(SOON, NEVER)) {
                Predicate<Row> chosen = row -> !row.limits() && row.hangs() == (limit == SOON);
                run(server, chosen, Set.of(ALONE), limit, out);
                run(server, chosen.and(Row::isRaced), Set.of(IN_A_RACE), limit, out);
            }
            // A target that limits the rate slows all others down.
            for (Row limiting : rows().filter(Row::limits).toList()) {
                Set<String> clauses = limiting.isRaced() ? Set.of(ALONE, IN_A_RACE) : Set.of(ALONE);
                run(server, limiting::equals, clauses, NEVER, out);
            }
        }
    }

    private void run(RawServer server, Predicate<Row> chosen, Set<String> clauses, int limit, Path out)
            throws IOException {
        String operations = rows().filter(chosen)
                .map(Row::behaviour)
                .map(name -> "  " + name + ": {role: create, id: /id, request: {method: POST, path: /" + name
                        + ", body: {amount: 1}}}\n")
                .collect(Collectors.joining());
        String yaml = """
                name: Acme, on a bad day
                urls: ["%s"]
                writes: allowed
                contract: playbook
                limits: {answer: %d, at_once: 12, races: {seen_in: 0.99}, connections: 500}
                operations:
                """.formatted(server.uri(), limit) + operations;
        results.addAll(new ContractRun(Targets.file(yaml), Choice.of(clauses), out)
                .run(result -> {})
                .scenarios());
    }

    @AfterAll
    void close() throws IOException {
        elsewhere.close();
    }

    @Test
    void the_table_has_them_all() throws IOException {
        assertThat(rows().map(Row::behaviour)).containsExactlyElementsOf(hostile.names());
    }

    @Test
    void nothing_arrives_at_a_host_that_the_target_names() {
        assertThat(elsewhere.requests()).isZero();
    }

    @ParameterizedTest
    @MethodSource("rows")
    void each_ends_as_the_table_says(Row row) {
        ScenarioResult alone = result(row, ALONE);

        assertThat(alone.verdict().name()).as(said(alone)).isEqualTo(verdict(row.alone()));
        assertThat(said(alone)).contains(row.said());
        if (row.isRaced()) {
            ScenarioResult raced = result(row, IN_A_RACE);
            assertThat(raced.verdict().name()).as(said(raced)).isEqualTo(verdict(row.raced()));
        }
    }

    private static String verdict(String cell) {
        return cell.replace("`", "").toUpperCase(Locale.ROOT);
    }

    private static String said(ScenarioResult result) {
        return Stream.of(
                        Stream.of(result.reason()),
                        result.facts().stream().map(Fact::value),
                        result.evidence().stream()
                                .filter(seen -> seen.kind() == EvidenceKind.NOTE)
                                .map(Evidence::text))
                .flatMap(text -> text)
                .collect(Collectors.joining("\n"));
    }

    private ScenarioResult result(Row row, String clause) {
        return results.stream()
                .filter(result ->
                        row.behaviour().equals(result.operation()) && Objects.equals(result.clauses(), List.of(clause)))
                .findFirst()
                .orElseThrow(() -> new AssertionError("nothing was said of " + row + " by " + clause));
    }
}
