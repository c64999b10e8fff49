package dev.samekey.oracles.database;

import dev.samekey.oracles.evidence.OracleSilent;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Properties;
import org.jspecify.annotations.Nullable;

/**
 * A connection that only reads. Each reading is a read-only transaction that is rolled back, so that a query which writes
 * is refused by the database. One reading at a time; a connection that was lost is made anew.
 */
final class Session implements AutoCloseable {
    private final String url;
    private final @Nullable String user;
    private final @Nullable String password;
    private final Duration limit;
    private @Nullable Connection connection;

    Session(String url, @Nullable String user, @Nullable String password, Duration limit) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.limit = limit;
    }

    /** What is done with the connection. */
    @FunctionalInterface
    interface Reading<T> {
        T from(Connection connection) throws SQLException;
    }

    /**
     * Reads.
     *
     * @param asked what is asked, for the message
     * @throws OracleSilent when the database does not answer
     */
    synchronized <T> T read(String asked, Reading<T> reading) {
        try {
            return reading.from(connection());
        } catch (SQLException failure) {
            close();
            throw new OracleSilent("the database did not answer «" + asked + "»", failure);
        } finally {
            rollback();
        }
    }

    int seconds() {
        return Math.toIntExact(limit.toSeconds());
    }

    private Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null || !current.isValid(seconds())) {
            current = DriverManager.getConnection(url, properties());
            current.setReadOnly(true);
            if (isOfMySql()) {
                // There the driver treats «read only» as a hint, and does not send it to the database.
                try (java.sql.Statement only = current.createStatement()) {
                    only.execute("set session transaction read only");
                }
            }
            current.setAutoCommit(false);
            connection = current;
        }
        return current;
    }

    private boolean isOfMySql() {
        return url.startsWith("jdbc:mariadb:") || url.startsWith("jdbc:mysql:");
    }

    private Properties properties() {
        Properties properties = new Properties();
        String seconds = Integer.toString(seconds());
        if (url.startsWith("jdbc:postgresql:")) {
            properties.put("connectTimeout", seconds);
            properties.put("socketTimeout", seconds);
            // A number or a text: the column decides, so that a query needs no casts.
            properties.put("stringtype", "unspecified");
        }
        if (isOfMySql()) {
            properties.put("connectTimeout", String.valueOf(limit.toMillis()));
            properties.put("socketTimeout", String.valueOf(limit.toMillis()));
        }
        if (user != null) {
            properties.put("user", user);
        }
        if (password != null) {
            properties.put("password", password);
        }
        return properties;
    }

    private void rollback() {
        try {
            if (connection != null) {
                connection.rollback();
            }
        } catch (SQLException lost) {
            close();
        }
    }

    @Override
    public synchronized void close() {
        Connection current = connection;
        connection = null;
        if (current != null) {
            try {
                current.close();
            } catch (SQLException gone) {
                // It was read only and is given up either way.
            }
        }
    }
}
