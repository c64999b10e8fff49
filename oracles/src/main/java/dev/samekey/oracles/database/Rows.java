package dev.samekey.oracles.database;

import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** Rows as a report shows them: the names of the columns first. */
record Rows(List<List<String>> lines) {
    static Rows of(ResultSet rows) throws SQLException {
        ResultSetMetaData form = rows.getMetaData();
        List<List<String>> lines = new ArrayList<>();
        List<String> head = new ArrayList<>();
        for (int column = 1; column <= form.getColumnCount(); column++) {
            head.add(form.getColumnLabel(column));
        }
        lines.add(head);
        while (rows.next()) {
            List<String> line = new ArrayList<>();
            for (int column = 1; column <= head.size(); column++) {
                line.add(String.valueOf(rows.getString(column)));
            }
            lines.add(line);
        }
        return new Rows(lines);
    }

    String table() {
        StringJoiner table = new StringJoiner("\n");
        lines.forEach(line -> table.add(String.join(" | ", line)));
        return table.toString();
    }
}
