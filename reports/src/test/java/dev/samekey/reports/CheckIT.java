package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.steps.author.check.TargetCheck;
import dev.samekey.steps.author.check.TargetCheck.Row;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** What {@code samekey check} says of the bundled server, whose target file has every oracle. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CheckIT {
    private static final String SYSTEM = "playbook";
    private static final List<String> ORACLES = List.of(
            "oracle database",
            "oracle database.records",
            "oracle database.inbox",
            "oracle log",
            "oracle metrics",
            "oracle traces",
            "oracle lookup");

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("check");
    private final BundledServer server = BundledServer.start();

    @AfterAll
    void stop() {
        server.close();
    }

    @Test
    void each_oracle_and_operation_of_the_bundled_server_works() {
        Map<String, Row> rows = check("whole", text -> text);

        assertThat(rows).containsKeys(ORACLES.toArray(new String[0]));
        assertThat(rows.values()).allSatisfy(row -> {
            assertThat(row.works()).as(row.toString()).isTrue();
            assertThat(row.fix()).isEmpty();
        });
    }

    @Test
    void a_wrong_table_log_and_metrics_path_are_each_reported_in_a_row_of_their_own() {
        Map<String, Row> rows = check(
                "broken",
                text -> text.replace("table: idempotency_records", "table: no_records")
                        .replace("file: \"${env:SAMEKEY_LOG}\"", "file: no-such-folder/no.log")
                        .replace("metrics: {path: /metrics}", "metrics: {path: /no-metrics}"));

        assertBroken(rows, "oracle database.records", "no_records", "oracles.database.records");
        assertBroken(rows, "oracle log", "no.log", "oracles.log");
        assertBroken(rows, "oracle metrics", "/no-metrics answered 404", "oracles.metrics");
        assertThat(ORACLES)
                .filteredOn(oracle -> row(rows, oracle).works())
                .containsExactly("oracle database", "oracle database.inbox", "oracle traces", "oracle lookup");
        assertThat(rows.keySet()).anyMatch(what -> what.startsWith("operation "));
    }

    private Map<String, Row> check(String name, UnaryOperator<String> edit) {
        Map<String, Row> rows = new LinkedHashMap<>();
        Path own = out.resolve(name);
        new TargetCheck(server.target(SYSTEM, edit, List.of(), own), own)
                .run()
                .forEach(row -> rows.put(row.what(), row));
        return rows;
    }

    private static void assertBroken(Map<String, Row> rows, String what, String actual, String member) {
        Row row = row(rows, what);
        assertThat(row.works()).as(row.toString()).isFalse();
        assertThat(row.actual()).contains(actual).doesNotContain("Exception", "dev.samekey");
        assertThat(row.fix()).isEqualTo("correct «" + member + "»");
    }

    private static Row row(Map<String, Row> rows, String what) {
        return Objects.requireNonNull(rows.get(what), what);
    }
}
