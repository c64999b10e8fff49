package dev.samekey.oracles.database;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Reads the target's database through JDBC. Every query runs in a read-only transaction that is rolled back, so that a
 * query which writes is refused by the database. One query at a time; none takes longer than the limit.
 */
public final class DatabaseOracle implements AutoCloseable {
    private static final int MOST_ROWS = 100;

    private final Session session;

    /** @param limit for a connection and for each query, at least a second */
    public DatabaseOracle(String url, @Nullable String user, @Nullable String password, Duration limit) {
        this.session = new Session(url, user, password, limit);
    }

    /**
     * The number in the first column of the first row.
     *
     * @param parameters the values of the query's {@code :names}
     * @throws OracleSilent when the database does not answer or the query gives no number
     */
    public Seen<Long> count(String query, Map<String, String> parameters) {
        Seen<List<List<String>>> rows = rows(query, parameters);
        try {
            return new Seen<>(Long.parseLong(rows.value().get(0).get(0)), rows.evidence());
        } catch (NumberFormatException | IndexOutOfBoundsException noNumber) {
            throw new OracleSilent("the query should give one number: " + query, noNumber);
        }
    }

    /**
     * The rows, a hundred at the most; a value that is null reads {@code null}.
     *
     * @param parameters the values of the query's {@code :names}
     * @throws OracleSilent when the database does not answer
     */
    public Seen<List<List<String>>> rows(String query, Map<String, String> parameters) {
        Statement statement = Statement.of(query, parameters);
        Rows rows = session.read(query, connection -> rows(connection, statement));
        List<List<String>> lines = rows.lines().subList(1, rows.lines().size());
        return new Seen<>(lines, Evidence.text(EvidenceKind.ROWS, query + " " + statement.values(), rows.table()));
    }

    /** @throws OracleSilent when the database cannot be reached */
    public void check() {
        Statement any = new Statement("select 1", List.of());
        var unused = session.read(any.sql(), connection -> rows(connection, any));
    }

    /** The idempotency records of the same database. */
    public RecordsOracle records(RecordTable table) {
        return new RecordsOracle(session, table);
    }

    /** The inbox of the same database. */
    public InboxOracle inbox(InboxTable table) {
        return new InboxOracle(records(table.records()), table);
    }

    private Rows rows(Connection connection, Statement statement) throws SQLException {
        try (PreparedStatement prepared = connection.prepareStatement(statement.sql())) {
            prepared.setQueryTimeout(session.seconds());
            prepared.setMaxRows(MOST_ROWS);
            for (int i = 0; i < statement.values().size(); i++) {
                prepared.setString(i + 1, statement.values().get(i));
            }
            try (ResultSet rows = prepared.executeQuery()) {
                return Rows.of(rows);
            }
        }
    }

    @Override
    public void close() {
        session.close();
    }
}
