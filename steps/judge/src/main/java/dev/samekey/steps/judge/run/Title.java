package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.ExamplesTable;
import dev.samekey.steps.judge.cucumber.ExamplesTable.Row;
import dev.samekey.steps.judge.cucumber.Scenario;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What a scenario of the shipped features shows, without a target.
 *
 * @param sentence with all that its Examples name, such as {@code A repeated create, reverse or update changes nothing}
 * @param feature the name of its file
 * @param line of the scenario or the outline
 */
public record Title(String sentence, String feature, int line) {
    private static final String OPERATION = "operation";
    private static final String ANY = "any";

    /** Those of a clause, in the order of its feature; none where it is derived from the verdicts of others. */
    public static List<Title> of(String clause) {
        return Stream.of(Features.shipped(), Features.clients())
                .map(features -> features.about(Set.of(clause)))
                .flatMap(features -> features.filled(Title::joined).stream())
                .flatMap(feature -> feature.scenarios().stream())
                .filter(scenario -> scenario.clauses().contains(clause))
                .map(Title::of)
                .distinct()
                .toList();
    }

    private static Title of(Scenario scenario) {
        return new Title(scenario.name(), scenario.file(), scenario.outline());
    }

    /** A table with one row, whose cells name what the column has. */
    private static List<ExamplesTable> joined(ExamplesTable table) {
        return Outlines.seeded(table).stream()
                .map(seeded -> seeded.with(List.of(new Row(
                        table.line(),
                        IntStream.range(0, table.header().size())
                                .mapToObj(column -> joined(seeded, column))
                                .toList()))))
                .toList();
    }

    private static String joined(ExamplesTable table, int column) {
        boolean isOperation = table.header().get(column).equals(OPERATION);
        List<String> cells = table.rows().stream()
                .map(row -> row.cells().get(column))
                .map(cell -> isOperation && cell.equals(ANY) ? OPERATION : cell)
                .distinct()
                .toList();
        int last = cells.size() - 1;
        return last <= 0
                ? String.join("", cells)
                : cells.subList(0, last).stream().collect(Collectors.joining(", ", "", " or ")) + cells.get(last);
    }
}
