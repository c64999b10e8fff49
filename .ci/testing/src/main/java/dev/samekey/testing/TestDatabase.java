package dev.samekey.testing;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;

/** One embedded PostgreSQL for all tests of a process. Each test class works in a schema of its own, or in tables of its own. */
public final class TestDatabase {
    private TestDatabase() {}

    /** The JDBC URL of a schema, which need not exist yet; {@code public} does. */
    public static String url(String schema) {
        return "jdbc:postgresql://127.0.0.1:" + Holder.DATABASE.getPort() + "/postgres?user=postgres&currentSchema="
                + schema;
    }

    private static final class Holder {
        // Started on first use, and stopped by its own shutdown hook.
        static final EmbeddedPostgres DATABASE = start();

        private static EmbeddedPostgres start() {
            try {
                return EmbeddedPostgres.builder()
                        .setServerConfig("max_connections", "300")
                        // Nothing in it outlives the tests: do not wait for the disk.
                        .setServerConfig("fsync", "off")
                        .start();
            } catch (IOException failed) {
                throw new UncheckedIOException(failed);
            }
        }
    }
}
