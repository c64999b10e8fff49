package dev.samekey.oracles.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * A record table as the database knows it, by its own spelling of the names: one folds them to lower case, another to
 * upper case, and quoted they must be exact.
 *
 * @param columns the names of the columns that are there, by what they hold
 */
record Found(
        @Nullable String catalog, @Nullable String schema, String table, Map<String, String> columns, String quote) {
    private static final List<UnaryOperator<String>> SPELLINGS =
            List.of(name -> name, name -> name.toLowerCase(Locale.ROOT), name -> name.toUpperCase(Locale.ROOT));

    /** @return null where there is no such table */
    static @Nullable Found in(Connection connection, RecordTable named) throws SQLException {
        DatabaseMetaData database = connection.getMetaData();
        int dot = named.table().lastIndexOf('.');
        for (UnaryOperator<String> spelling : SPELLINGS) {
            String schema = dot < 0
                    ? connection.getSchema()
                    : spelling.apply(named.table().substring(0, dot));
            String table = spelling.apply(named.table().substring(dot + 1));
            Map<String, String> there = columns(database, connection.getCatalog(), schema, table);
            if (!there.isEmpty()) {
                Map<String, String> columns = new LinkedHashMap<>();
                named.columns().forEach((holds, column) -> {
                    String spelled = there.get(column.toLowerCase(Locale.ROOT));
                    if (spelled != null) {
                        columns.put(holds, spelled);
                    }
                });
                return new Found(connection.getCatalog(), schema, table, columns, database.getIdentifierQuoteString());
            }
        }
        return null;
    }

    private static Map<String, String> columns(
            DatabaseMetaData database, @Nullable String catalog, @Nullable String schema, String table)
            throws SQLException {
        Map<String, String> columns = new HashMap<>();
        String escape = database.getSearchStringEscape();
        try (ResultSet rows = database.getColumns(
                catalog, schema == null ? null : literal(schema, escape), literal(table, escape), null)) {
            while (rows.next()) {
                String column = rows.getString("COLUMN_NAME");
                columns.put(column.toLowerCase(Locale.ROOT), column);
            }
        }
        return columns;
    }

    /** In a pattern an underscore would stand for any character. */
    private static String literal(String name, String escape) {
        return name.replace("_", escape + "_");
    }

    /** The columns of each constraint that makes rows unique without a condition, by its name. */
    Map<String, Set<String>> unique(Connection connection) throws SQLException {
        Map<String, Set<String>> unique = new TreeMap<>();
        DatabaseMetaData database = connection.getMetaData();
        try (ResultSet rows = database.getPrimaryKeys(catalog, schema, table)) {
            while (rows.next()) {
                note(unique, "primary key", rows.getString("COLUMN_NAME"));
            }
        }
        try (ResultSet rows = database.getIndexInfo(catalog, schema, table, true, true)) {
            while (rows.next()) {
                String column = rows.getString("COLUMN_NAME");
                if (column != null && rows.getString("FILTER_CONDITION") == null) {
                    note(unique, rows.getString("INDEX_NAME"), column);
                }
            }
        }
        return unique;
    }

    private static void note(Map<String, Set<String>> unique, String constraint, String column) {
        unique.computeIfAbsent(constraint, unused -> new TreeSet<>()).add(column);
    }

    /** The columns that are there, as a query names them; each is called by what it holds. */
    String query(String where) {
        List<String> selected = new ArrayList<>();
        columns.forEach((holds, column) -> selected.add(quoted(column) + " as " + quoted(holds)));
        String place = schema == null ? quoted(table) : quoted(schema) + "." + quoted(table);
        return "select " + String.join(", ", selected) + " from " + place + " where " + quoted(column(where)) + " = ?";
    }

    boolean has(String holds) {
        return columns.containsKey(holds);
    }

    private String column(String holds) {
        return String.valueOf(columns.get(holds));
    }

    private String quoted(String name) {
        return quote.isBlank() ? name : quote + name.replace(quote, quote + quote) + quote;
    }
}
