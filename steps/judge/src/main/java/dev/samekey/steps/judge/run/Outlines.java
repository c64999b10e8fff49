package dev.samekey.steps.judge.run;

import dev.samekey.seeds.Seeds;
import dev.samekey.steps.judge.cucumber.ExamplesTable;
import dev.samekey.steps.judge.cucumber.ExamplesTable.Row;
import dev.samekey.steps.judge.cucumber.FeatureText;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Selector;
import dev.samekey.steps.model.targets.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Fills the Examples of a feature for one target: a row with a {@link Selector} becomes a row for each operation that it
 * means, and a table that is named after a seed takes the seed's rows, each tagged with its clause. The features stay valid
 * Gherkin that knows no target.
 */
final class Outlines implements ExamplesTable.Filler {
    private static final String SEED = "seed ";
    private static final String OPERATION = "operation";

    private final Target target;

    Outlines(Target target) {
        this.target = target;
    }

    /** @throws BadFile when a row names an operation that there is not, or a table a seed */
    @Override
    public List<ExamplesTable> fill(ExamplesTable table) {
        return seeded(table).stream().map(this::expanded).toList();
    }

    /** Takes the rows of the seed that a table is named after, a table for each clause. No target is needed. */
    static List<ExamplesTable> seeded(ExamplesTable table) {
        if (!table.name().startsWith(SEED)) {
            return List.of(table);
        }
        String seed = table.name().substring(SEED.length()).strip();
        Map<String, List<Row>> byClause = new LinkedHashMap<>();
        for (Map<String, String> row : rows(seed, table)) {
            List<String> cells = table.header().stream()
                    .map(column -> row.getOrDefault(column, ""))
                    .toList();
            byClause.computeIfAbsent(row.getOrDefault("clause", ""), unused -> new ArrayList<>())
                    .add(new Row(table.line(), cells));
        }
        List<ExamplesTable> tables = new ArrayList<>();
        byClause.forEach((clause, rows) -> tables.add(new ExamplesTable(
                table.feature(),
                table.line(),
                Stream.concat(table.tags().stream(), Stream.of("@" + clause)).toList(),
                seed,
                table.header(),
                rows)));
        return tables;
    }

    private static List<Map<String, String>> rows(String seed, ExamplesTable table) {
        try {
            return Seeds.table(seed);
        } catch (IllegalArgumentException unknown) {
            throw wrong(table, table.line(), unknown);
        }
    }

    /** What the target has no operation for is left out, unless it has none for any row. */
    private ExamplesTable expanded(ExamplesTable table) {
        int column = table.header().indexOf(OPERATION);
        if (column < 0) {
            return table;
        }
        List<Row> kept = new ArrayList<>();
        for (Row row : table.rows()) {
            for (Operation operation : selector(table, row, column).in(target)) {
                List<String> cells = new ArrayList<>(row.cells());
                cells.set(column, String.valueOf(operation.name()));
                kept.add(new Row(row.line(), cells));
            }
        }
        return kept.isEmpty() ? table : table.with(kept);
    }

    private Selector selector(ExamplesTable table, Row row, int column) {
        try {
            return Selector.of(row.cells().get(column), target);
        } catch (IllegalArgumentException unknown) {
            throw wrong(table, row.line(), unknown);
        }
    }

    private static BadFile wrong(ExamplesTable table, int line, IllegalArgumentException why) {
        return new BadFile(FeatureText.name(table.feature()), line, String.valueOf(why.getMessage()));
    }
}
