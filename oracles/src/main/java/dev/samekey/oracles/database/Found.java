package dev.samekey.oracles.database;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A record table as the database knows it, by its own spelling of the names: one folds them to lower case, another to
 * upper case, and quoted they must be exact.
 *
 * @param columns the names of the columns that are there, by what they hold
 * @param scope those of them that a key is scoped by
 * @param all the names of all columns of the table
 * @param nullable those of them that may be null
 */
record Found(
        @Nullable String catalog,
        @Nullable String schema,
        String table,
        Map<String, String> columns,
        Set<String> scope,
        Set<String> all,
        Set<String> nullable,
        String quote) {
    private static final Pattern WORD = Pattern.compile("\\w+");
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
            Set<String> nullable = new TreeSet<>();
            Map<String, String> there = columns(database, connection.getCatalog(), schema, table, nullable);
            if (!there.isEmpty()) {
                Map<String, String> columns = new LinkedHashMap<>();
                named.columns().forEach((holds, column) -> {
                    String spelled = there.get(column.toLowerCase(Locale.ROOT));
                    if (spelled != null) {
                        columns.put(holds, spelled);
                    }
                });
                Set<String> scope = new TreeSet<>();
                named.scope()
                        .forEach(column -> Optional.ofNullable(there.get(column.toLowerCase(Locale.ROOT)))
                                .ifPresent(scope::add));
                return new Found(
                        connection.getCatalog(),
                        schema,
                        table,
                        columns,
                        scope,
                        Set.copyOf(there.values()),
                        nullable,
                        database.getIdentifierQuoteString());
            }
        }
        return null;
    }

    private static Map<String, String> columns(
            DatabaseMetaData database,
            @Nullable String catalog,
            @Nullable String schema,
            String table,
            Set<String> nullable)
            throws SQLException {
        Map<String, String> columns = new HashMap<>();
        String escape = database.getSearchStringEscape();
        try (ResultSet rows = database.getColumns(
                catalog, schema == null ? null : literal(schema, escape), literal(table, escape), null)) {
            while (rows.next()) {
                String column = rows.getString("COLUMN_NAME");
                columns.put(column.toLowerCase(Locale.ROOT), column);
                if (rows.getInt("NULLABLE") != DatabaseMetaData.columnNoNulls) {
                    nullable.add(column);
                }
            }
        }
        return columns;
    }

    /** In a pattern an underscore would stand for any character. */
    private static String literal(String name, String escape) {
        return name.replace("_", escape + "_");
    }

    /** Each constraint that makes rows unique. */
    List<Uniqueness.Constraint> unique(Connection connection) throws SQLException {
        Map<String, Set<String>> unique = new TreeMap<>();
        Map<String, String> conditions = new TreeMap<>();
        DatabaseMetaData database = connection.getMetaData();
        try (ResultSet rows = database.getPrimaryKeys(catalog, schema, table)) {
            while (rows.next()) {
                note(unique, "primary key", rows.getString("COLUMN_NAME"));
            }
        }
        try (ResultSet rows = database.getIndexInfo(catalog, schema, table, true, true)) {
            while (rows.next()) {
                String index = rows.getString("INDEX_NAME");
                String condition = rows.getString("FILTER_CONDITION");
                if (index != null) {
                    // MySQL says null of an expression.
                    String part =
                            rows.getString("COLUMN_NAME") == null ? "an expression" : rows.getString("COLUMN_NAME");
                    mentioned(part).forEach(column -> note(unique, index, column));
                    if (condition != null && !isOnlyThatThereIsAKey(condition)) {
                        conditions.put(index, condition);
                    }
                }
            }
        }
        Set<String> withEqualNulls = withEqualNulls(connection);
        List<Uniqueness.Constraint> constraints = new ArrayList<>();
        unique.forEach((name, columns) -> {
            Set<String> unequalNulls = new TreeSet<>(withEqualNulls.contains(name) ? Set.of() : nullable);
            unequalNulls.retainAll(columns);
            constraints.add(new Uniqueness.Constraint(name, columns, unequalNulls, conditions.get(name)));
        });
        return constraints;
    }

    /** The columns of which a part of an index is made: an index has only functions that are alike for what is alike. */
    private Set<String> mentioned(String part) {
        Set<String> words =
                WORD.matcher(part).results().map(MatchResult::group).collect(Collectors.toCollection(TreeSet::new));
        words.retainAll(all);
        return all.contains(part) || words.isEmpty() ? Set.of(part) : words;
    }

    /** Each record that counts has a key. */
    private boolean isOnlyThatThereIsAKey(String condition) {
        return condition.matches("(?i)\\(*\"?" + Pattern.quote(column("key")) + "\"?\\s+is\\s+not\\s+null\\)*");
    }

    /** The indexes in which two nulls count as equal. PostgreSQL has them, and its driver does not say which they are. */
    private Set<String> withEqualNulls(Connection connection) throws SQLException {
        Set<String> indexes = new TreeSet<>();
        if (!connection.getMetaData().getDatabaseProductName().equals("PostgreSQL")) {
            return indexes;
        }
        try (PreparedStatement prepared = connection.prepareStatement("select indexname from pg_catalog.pg_indexes"
                + " where schemaname = ? and tablename = ? and indexdef like '%) NULLS NOT DISTINCT%'")) {
            prepared.setString(1, schema);
            prepared.setString(2, table);
            try (ResultSet rows = prepared.executeQuery()) {
                while (rows.next()) {
                    indexes.add(rows.getString(1));
                }
            }
        }
        return indexes;
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

    String column(String holds) {
        return String.valueOf(columns.get(holds));
    }

    private String quoted(String name) {
        return quote.isBlank() ? name : quote + name.replace(quote, quote + quote) + quote;
    }
}
