package dev.samekey.oracles.database;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DatabaseOracleTest {
    @Test
    void a_database_that_is_down_is_silent() throws IOException {
        try (DatabaseOracle oracle = oracle(Ports.free())) {
            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(oracle::check)
                    .withMessageContaining("refused");
            assertThatExceptionOfType(OracleSilent.class)
                    .isThrownBy(() -> oracle.count("select count(*) from t", Map.of()))
                    .withMessageContaining("«select count(*) from t»");
        }
    }

    private static DatabaseOracle oracle(int port) {
        return new DatabaseOracle("jdbc:postgresql://127.0.0.1:" + port + "/x", "u", "p", Duration.ofSeconds(1));
    }
}
