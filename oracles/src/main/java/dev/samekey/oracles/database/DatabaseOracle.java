package dev.samekey.oracles.database;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Reads the target's database through JDBC. Every query runs in a read-only transaction that is rolled back, so that a
 * query which writes is refused by the database. One query at a time; none takes longer than the limit.
 */
public final class DatabaseOracle implements AutoCloseable {
    private static final int MOST_ROWS = 100;

    private final String url;
    private final @Nullable String user;
    private final @Nullable String password;
    private final Duration limit;
    private @Nullable Connection connection;

    /** @param limit for a connection and for each query, at least a second */
    public DatabaseOracle(String url, @Nullable String user, @Nullable String password, Duration limit) {
        this.url = url;
        this.user = user;
        this.password = password;
        this.limit = limit;
    }

    /**
     * The number in the first column of the first row.
     *
     * @param parameters the values of the query's {@code :names}
     * @throws OracleSilent when the database does not answer or the query gives no number
     */
    public synchronized Seen<Long> count(String query, Map<String, String> parameters) {
        Statement statement = Statement.of(query, parameters);
        List<List<String>> rows = read(query, statement);
        String title = query + " " + statement.values();
        try {
            return new Seen<>(Long.parseLong(rows.get(1).get(0)), Evidence.text("rows", title, table(rows)));
        } catch (NumberFormatException | IndexOutOfBoundsException noNumber) {
            throw new OracleSilent("the query should give one number: " + query, noNumber);
        }
    }

    /** @throws OracleSilent when the database cannot be reached */
    public synchronized void check() {
        read("select 1", new Statement("select 1", List.of()));
    }

    private List<List<String>> read(String query, Statement statement) {
        try (PreparedStatement prepared = connection().prepareStatement(statement.sql())) {
            prepared.setQueryTimeout(Math.toIntExact(limit.toSeconds()));
            prepared.setMaxRows(MOST_ROWS);
            for (int i = 0; i < statement.values().size(); i++) {
                prepared.setString(i + 1, statement.values().get(i));
            }
            try (ResultSet rows = prepared.executeQuery()) {
                return rows(rows);
            }
        } catch (SQLException failure) {
            close();
            throw new OracleSilent("the database did not answer «" + query + "»", failure);
        } finally {
            rollback();
        }
    }

    private Connection connection() throws SQLException {
        Connection current = connection;
        if (current == null || !current.isValid(Math.toIntExact(limit.toSeconds()))) {
            current = DriverManager.getConnection(url, properties());
            current.setReadOnly(true);
            current.setAutoCommit(false);
            connection = current;
        }
        return current;
    }

    private Properties properties() {
        Properties properties = new Properties();
        String seconds = Long.toString(limit.toSeconds());
        if (url.startsWith("jdbc:postgresql:")) {
            properties.put("connectTimeout", seconds);
            properties.put("socketTimeout", seconds);
            // A number or a text: the column decides, so that a query needs no casts.
            properties.put("stringtype", "unspecified");
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

    private static List<List<String>> rows(ResultSet rows) throws SQLException {
        List<List<String>> all = new ArrayList<>();
        int columns = rows.getMetaData().getColumnCount();
        List<String> head = new ArrayList<>();
        for (int column = 1; column <= columns; column++) {
            head.add(rows.getMetaData().getColumnLabel(column));
        }
        all.add(head);
        while (rows.next()) {
            List<String> row = new ArrayList<>();
            for (int column = 1; column <= columns; column++) {
                row.add(String.valueOf(rows.getString(column)));
            }
            all.add(row);
        }
        return all;
    }

    private static String table(List<List<String>> rows) {
        StringJoiner lines = new StringJoiner("\n");
        rows.forEach(row -> lines.add(String.join(" | ", row)));
        return lines.toString();
    }
}
