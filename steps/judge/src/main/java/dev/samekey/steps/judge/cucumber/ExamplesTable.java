package dev.samekey.steps.judge.cucumber;

import java.net.URI;
import java.util.List;

/**
 * The Examples of an outline.
 *
 * @param feature where the feature was read
 * @param line of the table's keyword
 * @param tags with their {@code @}
 */
public record ExamplesTable(
        URI feature, int line, List<String> tags, String name, List<String> header, List<Row> rows) {
    public ExamplesTable {
        tags = List.copyOf(tags);
        header = List.copyOf(header);
        rows = List.copyOf(rows);
    }

    /** @param line where it stands in the feature as it was written, or what it was made of */
    public record Row(int line, List<String> cells) {
        public Row {
            cells = List.copyOf(cells);
        }
    }

    public ExamplesTable with(List<Row> others) {
        return new ExamplesTable(feature, line, tags, name, header, others);
    }

    /** Makes of a table what runs in its place. */
    @FunctionalInterface
    public interface Filler {
        List<ExamplesTable> fill(ExamplesTable table);
    }
}
