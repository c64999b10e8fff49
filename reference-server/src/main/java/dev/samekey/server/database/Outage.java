package dev.samekey.server.database;

import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.util.stream.Stream;

/** Tells an error of the database from a database that cannot be reached. */
public final class Outage {
    private Outage() {}

    /** Whether the error says that the database is out of reach (SQLSTATE class 08, or 57P0x: shut down). */
    public static boolean isBehind(Throwable error) {
        return Stream.iterate(error, cause -> cause != null, Throwable::getCause)
                .anyMatch(Outage::isConnectionError);
    }

    private static boolean isConnectionError(Throwable error) {
        if (error instanceof SQLException sql && sql.getSQLState() != null) {
            return sql.getSQLState().startsWith("08") || sql.getSQLState().startsWith("57P0");
        }
        return error instanceof SQLTransientConnectionException;
    }
}
