package dev.samekey.oracles.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

// Its answers are a database's: nothing less than one would show that they are right.
class RecordsOracleTest {
    private static final RecordTable NAMED = new RecordTable(
            "keys",
            List.of("who"),
            "key",
            "hash",
            "phase",
            "code",
            "body",
            "made",
            "gone",
            Map.of("in_progress", "RUNNING", "completed", "DONE"));

    private final String schema = "s" + UUID.randomUUID().toString().replace("-", "");
    private final String url = TestDatabase.url(schema);
    private final DatabaseOracle database = new DatabaseOracle(url, null, null, Duration.ofSeconds(3));

    @BeforeEach
    void aSchema() throws SQLException {
        run("create schema " + schema, """
                create table keys (who text, key text not null, hash text, phase text, code integer, body text,
                                   made timestamptz, gone timestamp, primary key (who, key))""", """
                insert into keys values ('alice', 'k-1', 'abc', 'DONE', 201, '{"a": 1}',
                                         '2026-01-01T10:00:00+02:00', '2026-01-02T08:00:00')""", """
                insert into keys (who, key, phase) values ('bob', 'k-1', 'RUNNING'), ('bob', 'k-2', 'odd')""");
    }

    @AfterEach
    void itGoes() throws SQLException {
        database.close();
        run("drop schema " + schema + " cascade");
    }

    @Test
    void the_records_of_a_key_come_whole() {
        Seen<List<StoredRecord>> seen = database.records(NAMED).of("k-1");

        assertThat(seen.value())
                .containsExactlyInAnyOrder(
                        new StoredRecord(
                                "alice",
                                "k-1",
                                "abc",
                                "completed",
                                201,
                                "{\"a\": 1}",
                                Instant.parse("2026-01-01T08:00:00Z"),
                                Instant.parse("2026-01-02T08:00:00Z")),
                        new StoredRecord("bob", "k-1", null, "in_progress", null, null, null, null));
        assertThat(seen.evidence().text()).contains("alice", "completed", "{\"a\": 1}");
        assertThat(seen.evidence().title()).contains("k-1");
    }

    @Test
    void a_state_without_a_word_stays_as_it_is() {
        assertThat(database.records(NAMED).of("k-2").value())
                .extracting(StoredRecord::state)
                .containsExactly("odd");
        assertThat(database.records(NAMED).of("k-3").value()).isEmpty();
    }

    @Test
    void a_key_is_never_part_of_the_query() {
        assertThat(database.records(NAMED).of("k-1' or '1'='1").value()).isEmpty();
    }

    @Test
    void what_the_table_does_not_have_is_reported() throws SQLException {
        run("alter table keys drop column hash, drop column gone");
        RecordsOracle records = database.records(NAMED);

        assertThat(records.columns().value())
                .containsExactlyInAnyOrder("scope", "key", "state", "status", "outcome", "created");
        assertThat(records.columns().evidence().text()).contains("payload_hash: hash (there is none)");
        assertThat(records.of("k-1").value())
                .extracting(StoredRecord::payloadHash)
                .containsOnlyNulls();
    }

    @Test
    void a_primary_key_of_scope_and_key_makes_a_record_unique() {
        Seen<Uniqueness> seen = database.records(NAMED).uniqueness();

        assertThat(seen.value().refuses()).isTrue();
        assertThat(seen.evidence().text()).contains("primary key: key, who");
    }

    @Test
    void a_unique_index_does_so_too() throws SQLException {
        run("alter table keys drop constraint keys_pkey", "create unique index once on keys (key, who)");

        assertThat(uniqueness(NAMED).refuses()).isTrue();
    }

    @Test
    void an_index_that_lets_a_second_record_in_does_not() throws SQLException {
        run("alter table keys drop constraint keys_pkey");
        for (String index : List.of(
                "create index once on keys (who, key)",
                "create unique index once on keys (who, key, hash)",
                "create unique index once on keys (who, lower(key || hash))",
                "create index other on keys (key)")) {
            run(index);
            assertThat(uniqueness(NAMED)).as(index).isEqualTo(new Uniqueness(false, null));
            run("drop index if exists once");
        }
    }

    @Test
    void an_index_of_what_is_made_of_scope_and_key_refuses_a_second_record_too() throws SQLException {
        run("alter table keys drop constraint keys_pkey, alter who set not null");
        for (String index : List.of(
                "create unique index once on keys (who, lower(key))",
                "create unique index once on keys (md5(who || ':' || key))",
                "create unique index once on keys (who, key) where key is not null")) {
            run(index);
            assertThat(uniqueness(NAMED)).as(index).isEqualTo(new Uniqueness(true, null));
            run("drop index once");
        }
        run("create unique index once on keys (who, key) where phase = 'DONE'");
        assertThat(uniqueness(NAMED).unclear()).contains("has a condition, (phase = 'DONE'");
    }

    @Test
    void a_scope_of_several_columns_is_one() throws SQLException {
        run("alter table keys drop constraint keys_pkey, add column route text not null default '/'");
        run("create unique index once on keys (who, route, key)", "alter table keys alter who set not null");

        assertThat(uniqueness(scoped("who", "route")).refuses()).isTrue();
        assertThat(uniqueness(scoped()).unclear()).contains("does not name route, who");
    }

    @Test
    void a_scope_that_may_be_null_is_unique_only_where_two_nulls_are_equal() throws SQLException {
        run("alter table keys drop constraint keys_pkey, alter who drop not null");
        run("create unique index once on keys (who, key)");
        assertThat(uniqueness(NAMED).refuses()).isFalse();
        assertThat(uniqueness(NAMED).unclear()).contains("who of the unique constraint over key, who may be null");

        run("drop index once", "create unique index once on keys (who, key) nulls not distinct");
        assertThat(uniqueness(NAMED).refuses()).isTrue();
    }

    @Test
    void names_are_found_however_they_are_spelled() throws SQLException {
        run("create table \"Odd_Keys\" (\"Key\" text, \"Order\" text)", "insert into \"Odd_Keys\" values ('k-9', 'x')");
        RecordTable odd =
                new RecordTable("Odd_Keys", List.of(), "key", null, null, null, "order", null, null, Map.of());
        RecordTable shouted = new RecordTable(
                schema.toUpperCase(Locale.ROOT) + ".KEYS",
                List.of("WHO"),
                "KEY",
                null,
                null,
                null,
                null,
                null,
                null,
                Map.of());

        assertThat(database.records(odd).of("k-9").value())
                .extracting(StoredRecord::outcome)
                .containsExactly("x");
        assertThat(database.records(shouted).of("k-2").value())
                .extracting(StoredRecord::scope)
                .containsExactly("bob");
    }

    @Test
    void an_underscore_is_no_wildcard() throws SQLException {
        run("create table key_s (key text)", "create table keyxs (key text, who text)");
        RecordTable named =
                new RecordTable("key_s", List.of("who"), "key", null, null, null, null, null, null, Map.of());

        assertThat(database.records(named).columns().value()).containsExactly("key");
    }

    @Test
    void without_the_table_or_its_key_the_oracle_is_silent() {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> database.records(named("records", "key")).check())
                .withMessage("the database has no table records");
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> database.records(named("keys", "idem")).check())
                .withMessage("the table keys has no column idem");
    }

    @Test
    void a_query_that_writes_is_refused_by_the_database() {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> database.count("delete from keys returning 1", Map.of()))
                .withMessageContaining("read-only");
        assertThat(database.count("select count(*) from keys", Map.of()).value())
                .isEqualTo(3);
    }

    private static RecordTable named(String table, String key) {
        return new RecordTable(table, List.of(), key, null, null, null, null, null, null, Map.of());
    }

    private static RecordTable scoped(String... scope) {
        return new RecordTable("keys", List.of(scope), "key", null, null, null, null, null, null, Map.of());
    }

    private Uniqueness uniqueness(RecordTable named) {
        return database.records(named).uniqueness().value();
    }

    private void run(String... statements) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                java.sql.Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.execute(sql);
            }
        }
    }
}
