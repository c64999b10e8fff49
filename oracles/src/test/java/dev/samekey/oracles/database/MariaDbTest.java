package dev.samekey.oracles.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.evidence.OracleSilent;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfEnvironmentVariable;

// The same oracle over another driver: what is read-only, and how a name is spelled, differs from one to another.
@EnabledIfEnvironmentVariable(
        named = MariaDbTest.DATABASE,
        matches = "jdbc:mariadb:.+",
        disabledReason = MariaDbTest.DATABASE + " names no MariaDB to try it on")
class MariaDbTest {
    static final String DATABASE = "SAMEKEY_TEST_MARIADB";

    private static final RecordTable NAMED = new RecordTable(
            "samekey_keys",
            List.of("who"),
            "key",
            "hash",
            "phase",
            "code",
            "body",
            "made",
            "gone",
            Map.of("in_progress", "RUNNING", "completed", "DONE"));

    private final String url = System.getenv(DATABASE);
    private final DatabaseOracle database = new DatabaseOracle(url, null, null, Duration.ofSeconds(3));

    @BeforeEach
    void aTable() throws SQLException {
        run("drop table if exists samekey_keys", """
                create table samekey_keys (who varchar(50), `key` varchar(50), hash varchar(80), phase varchar(20),
                    code int, body text, made timestamp null, gone timestamp null, primary key (who, `key`))""", """
                insert into samekey_keys values ('alice', 'k-1', 'abc', 'DONE', 201, '{"a": 1}',
                    '2026-01-01 08:00:00', '2026-01-02 08:00:00')""");
    }

    @AfterEach
    void itGoes() throws SQLException {
        database.close();
        run("drop table samekey_keys");
    }

    @Test
    void rows_are_counted() {
        database.check();
        assertThat(database.count("select count(*) from samekey_keys where who = :who", Map.of("who", "alice"))
                        .value())
                .isEqualTo(1);
    }

    @Test
    void rows_of_other_transactions_are_seen_as_they_come() throws SQLException {
        String query = "select count(*) from samekey_keys";
        assertThat(database.count(query, Map.of()).value()).isEqualTo(1);
        run("insert into samekey_keys (who, `key`) values ('bob', 'k-2')");

        assertThat(database.count(query, Map.of()).value()).isEqualTo(2);
    }

    @Test
    void a_query_that_writes_is_refused_by_the_database() {
        for (String writing : List.of(
                "insert into samekey_keys (who, `key`) values ('eve', 'k-9')",
                "insert into samekey_keys (who, `key`) values ('eve', 'k-9') returning who",
                "delete from samekey_keys",
                "drop table samekey_keys")) {
            assertThatExceptionOfType(OracleSilent.class)
                    .as(writing)
                    .isThrownBy(() -> database.rows(writing, Map.of()))
                    .withMessageContaining("READ ONLY transaction");
        }
        assertThat(database.count("select count(*) from samekey_keys", Map.of()).value())
                .isEqualTo(1);
    }

    @Test
    void records_are_found_and_their_constraint_is_seen() {
        RecordsOracle records = database.records(NAMED);

        records.check();
        List<StoredRecord> found = records.of("k-1").value();
        assertThat(found).hasSize(1);
        assertThat(found.get(0).state()).isEqualTo("completed");
        assertThat(found.get(0).status()).isEqualTo(201);
        assertThat(records.uniqueness().value().refuses()).isTrue();
    }

    @Test
    void a_scope_that_may_be_null_leaves_it_open_whether_records_are_unique() throws SQLException {
        run("alter table samekey_keys drop primary key, modify who varchar(50) null, add unique once (who, `key`)");

        Uniqueness uniqueness = database.records(NAMED).uniqueness().value();
        assertThat(uniqueness.refuses()).isFalse();
        assertThat(uniqueness.unclear()).contains("who of the unique constraint over key, who may be null");
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url)) {
            for (String statement : statements) {
                try (var prepared = connection.createStatement()) {
                    prepared.execute(statement);
                }
            }
        }
    }
}
