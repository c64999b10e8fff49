package dev.samekey.oracles.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.testing.TestDatabase;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A database refuses whatever writes, also where the text of the query does not give it away. */
class ReadOnlyTest {
    private final String schema = "s" + UUID.randomUUID().toString().replace("-", "");
    private final String url = TestDatabase.url(schema);
    private final DatabaseOracle database = new DatabaseOracle(url, null, null, Duration.ofSeconds(3));

    @BeforeEach
    void aTableAndAFunctionThatWrites() throws SQLException {
        run("create schema " + schema);
        run("create table " + schema + ".t (a int)");
        run("insert into " + schema + ".t values (1)");
        run("create sequence " + schema + ".s");
        run("create function " + schema + ".pay() returns int language sql as 'insert into " + schema
                + ".t values (2) returning a'");
    }

    @AfterEach
    void itGoes() throws SQLException {
        database.close();
        run("drop schema " + schema + " cascade");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "delete from t returning 1",
                "insert into t values (3) returning a",
                "with gone as (delete from t returning 1) select count(*) from gone",
                "select pay()",
                "select nextval('s')"
            })
    void what_writes_is_refused_and_nothing_is_written(String query) {
        assertThatExceptionOfType(OracleSilent.class)
                .isThrownBy(() -> database.count(query, Map.of()))
                .withMessageContaining("«" + query + "»")
                .withMessageContaining("read-only transaction");
        assertThat(database.count("select sum(a) from t", Map.of()).value()).isEqualTo(1);
    }

    private void run(String sql) throws SQLException {
        try (Connection connection = DriverManager.getConnection(url);
                java.sql.Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
