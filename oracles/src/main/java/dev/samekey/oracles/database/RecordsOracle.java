package dev.samekey.oracles.database;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Reads the target's idempotency records, and how their table is made. */
public final class RecordsOracle {
    private static final int MOST_ROWS = 100;

    private final Session session;
    private final RecordTable table;

    RecordsOracle(Session session, RecordTable table) {
        this.session = session;
        this.table = table;
    }

    /**
     * The records of a key: one, unless several scopes have used it.
     *
     * @throws OracleSilent when the database does not answer, or has no such table
     */
    public Seen<List<StoredRecord>> of(String key) {
        return session.read("the records of " + key + " in " + table.table(), connection -> {
            String query = found(connection).query("key");
            try (PreparedStatement prepared = connection.prepareStatement(query)) {
                prepared.setQueryTimeout(session.seconds());
                prepared.setMaxRows(MOST_ROWS);
                prepared.setString(1, key);
                try (ResultSet rows = prepared.executeQuery()) {
                    return seen(query + " [" + key + "]", rows);
                }
            }
        });
    }

    /** Which of the named columns there are, each by what it holds, such as {@code payload_hash}. */
    public Seen<Set<String>> columns() {
        return session.read("the columns of " + table.table(), connection -> {
            Set<String> there = new TreeSet<>(found(connection).columns().keySet());
            StringJoiner text = new StringJoiner("\n");
            table.columns()
                    .forEach((holds, column) ->
                            text.add(holds + ": " + column + (there.contains(holds) ? "" : " (there is none)")));
            return new Seen<>(there, Evidence.text(EvidenceKind.ROWS, "columns of " + table.table(), text.toString()));
        });
    }

    /** Whether a constraint of the database refuses a second record of the same scope and key. */
    public Seen<Uniqueness> uniqueness() {
        return session.read("the unique constraints of " + table.table(), connection -> {
            Found found = found(connection);
            List<Uniqueness.Constraint> constraints = found.unique(connection);
            Set<String> others = new TreeSet<>();
            found.columns().forEach((holds, column) -> {
                if (!holds.equals("scope") && !holds.equals("key")) {
                    others.add(column);
                }
            });
            StringJoiner text = new StringJoiner("\n");
            constraints.forEach(one -> text.add(one.toString()));
            return new Seen<>(
                    Uniqueness.of(constraints, found.scope(), found.column("key"), others),
                    Evidence.text(EvidenceKind.ROWS, "unique constraints of " + table.table(), text.toString()));
        });
    }

    /** @throws OracleSilent when there is no such table, or it has no column for the key */
    public void check() {
        var unused = columns();
    }

    private Found found(Connection connection) throws SQLException {
        Found found = Found.in(connection, table);
        if (found == null) {
            throw new OracleSilent("the database has no table " + table.table());
        }
        if (!found.has("key")) {
            throw new OracleSilent("the table " + table.table() + " has no column " + table.key());
        }
        return found;
    }

    private Seen<List<StoredRecord>> seen(String title, ResultSet rows) throws SQLException {
        List<StoredRecord> records = new ArrayList<>();
        StringJoiner text = new StringJoiner("\n");
        while (rows.next()) {
            StoredRecord stored = stored(new Row(rows));
            records.add(stored);
            text.add(stored.toString());
        }
        return new Seen<>(List.copyOf(records), Evidence.text(EvidenceKind.ROWS, title, text.toString()));
    }

    private StoredRecord stored(Row row) throws SQLException {
        String state = row.text("state");
        String status = row.text("status");
        return new StoredRecord(
                row.text("scope"),
                String.valueOf(row.text("key")),
                row.text("payload_hash"),
                state == null ? null : table.word(state),
                status == null ? null : number(status),
                row.text("outcome"),
                row.time("created"),
                row.time("expires"));
    }

    private Integer number(String status) {
        try {
            return Integer.valueOf(status);
        } catch (NumberFormatException noNumber) {
            throw new OracleSilent(table.table() + "." + table.status() + " holds no status", noNumber);
        }
    }

    /** The row at which the result stands, read by what a column holds. */
    private record Row(ResultSet rows) {
        @Nullable
        String text(String holds) throws SQLException {
            int column = column(holds);
            return column == 0 ? null : rows.getString(column);
        }

        @Nullable
        Instant time(String holds) throws SQLException {
            int column = column(holds);
            if (column == 0) {
                return null;
            }
            if (hasZone(column)) {
                OffsetDateTime time = rows.getObject(column, OffsetDateTime.class);
                return time == null ? null : time.toInstant();
            }
            LocalDateTime time = rows.getObject(column, LocalDateTime.class);
            return time == null ? null : time.toInstant(ZoneOffset.UTC);
        }

        private boolean hasZone(int column) throws SQLException {
            ResultSetMetaData form = rows.getMetaData();
            return form.getColumnType(column) == Types.TIMESTAMP_WITH_TIMEZONE
                    || form.getColumnTypeName(column).toLowerCase(Locale.ROOT).equals("timestamptz");
        }

        /** 0 where there is no such column. */
        private int column(String holds) throws SQLException {
            ResultSetMetaData form = rows.getMetaData();
            for (int column = 1; column <= form.getColumnCount(); column++) {
                if (form.getColumnLabel(column).equals(holds)) {
                    return column;
                }
            }
            return 0;
        }
    }
}
