package dev.samekey.server;

import dev.samekey.server.database.DatabaseServer;
import dev.samekey.server.database.DatabaseServers;

/** One embedded database for all tests; each test class works in a schema of its own. */
public final class TestDatabase {
    private TestDatabase() {}

    /** The URL of a schema. */
    public static String url(String schema) {
        return Holder.DATABASE.url() + "&currentSchema=" + schema;
    }

    private static final class Holder {
        // Started on first use, and stopped by its own shutdown hook.
        static final DatabaseServer DATABASE = DatabaseServers.embedded(0);
    }
}
