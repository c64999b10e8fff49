package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.model.file.BadFile;
import io.cucumber.gherkin.GherkinParser;
import io.cucumber.messages.types.Envelope;
import io.cucumber.messages.types.Examples;
import io.cucumber.messages.types.Feature;
import io.cucumber.messages.types.Location;
import io.cucumber.messages.types.ParseError;
import io.cucumber.messages.types.RuleChild;
import io.cucumber.messages.types.Scenario;
import io.cucumber.messages.types.TableCell;
import io.cucumber.messages.types.TableRow;
import io.cucumber.messages.types.Tag;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A feature's text with its Examples filled. Cucumber makes its scenarios from text alone, so the tables are found by its
 * parser, written anew, and parsed once more; no other line is touched. Each line knows which one it was made of.
 */
final class FilledText {
    private final FeatureText written;
    private final List<String> lines;
    /** For each line the one that it was made of; the first is 1. */
    private final List<Integer> origins;

    private FilledText(FeatureText written, List<String> lines, List<Integer> origins) {
        this.written = written;
        this.lines = lines;
        this.origins = origins;
    }

    /** @throws BadFile when the text is no feature */
    static FilledText of(FeatureText written, ExamplesTable.Filler filler) {
        List<String> lines = written.text().lines().toList();
        FilledText filled = new FilledText(
                written,
                new ArrayList<>(lines),
                new ArrayList<>(IntStream.rangeClosed(1, lines.size()).boxed().toList()));
        List<Examples> tables = new ArrayList<>(tables(parsed(written)).toList());
        // From the last one on, so that the lines of those that are left stay where the parser saw them.
        Collections.reverse(tables);
        tables.forEach(table -> filled.fill(table, filler));
        return filled;
    }

    FeatureText text() {
        return new FeatureText(written.uri(), String.join("\n", lines) + "\n", written.file());
    }

    /** The line that this one was made of. */
    int origin(int line) {
        return origins.get(line - 1);
    }

    private static Feature parsed(FeatureText written) {
        String uri = written.uri().toString();
        String name = FeatureText.name(written.uri());
        List<Envelope> parsed = GherkinParser.builder()
                .includeSource(false)
                .includePickles(false)
                .build()
                .parse(uri, written.text().getBytes(StandardCharsets.UTF_8))
                .toList();
        for (Envelope envelope : parsed) {
            if (envelope.getParseError().isPresent()) {
                ParseError error = envelope.getParseError().get();
                int line = error.getSource().getLocation().map(FilledText::line).orElse(0);
                throw new BadFile(name, line, "is no Gherkin: " + error.getMessage());
            }
        }
        return parsed.stream()
                .flatMap(envelope -> envelope.getGherkinDocument().stream())
                .flatMap(document -> document.getFeature().stream())
                .findFirst()
                .orElseThrow(() -> new BadFile(name, 0, "has no feature: write one, or remove the file"));
    }

    /** In the order of the text, those of rules among them. */
    private static Stream<Examples> tables(Feature feature) {
        return feature.getChildren().stream()
                .flatMap(child -> Stream.concat(
                        child.getScenario().stream(),
                        child.getRule().stream()
                                .flatMap(rule -> rule.getChildren().stream())
                                .map(RuleChild::getScenario)
                                .flatMap(scenario -> scenario.stream())))
                .map(Scenario::getExamples)
                .flatMap(List::stream);
    }

    private void fill(Examples examples, ExamplesTable.Filler filler) {
        TableRow header = examples.getTableHeader().orElse(null);
        if (header == null) {
            return;
        }
        ExamplesTable table = new ExamplesTable(
                written.uri(),
                line(examples.getLocation()),
                examples.getTags().stream().map(Tag::getName).toList(),
                examples.getName(),
                cells(header),
                examples.getTableBody().stream()
                        .map(row -> new ExamplesTable.Row(line(row.getLocation()), cells(row)))
                        .toList());
        List<ExamplesTable> filled = filler.fill(table);
        if (!filled.equals(List.of(table))) {
            replace(examples, header, filled);
        }
    }

    /** Everything from the tags to the last row; what a person wrote between them has no meaning to a run. */
    private void replace(Examples examples, TableRow header, List<ExamplesTable> tables) {
        List<TableRow> body = examples.getTableBody();
        int first = Stream.concat(
                        examples.getTags().stream().map(tag -> line(tag.getLocation())),
                        Stream.of(line(examples.getLocation())))
                .min(Integer::compare)
                .orElseThrow();
        int last = line((body.isEmpty() ? header : body.get(body.size() - 1)).getLocation());
        lines.subList(first - 1, last).clear();
        origins.subList(first - 1, last).clear();
        List<String> text = new ArrayList<>();
        List<Integer> from = new ArrayList<>();
        for (ExamplesTable table : tables) {
            if (!table.tags().isEmpty()) {
                text.add(String.join(" ", table.tags()));
            }
            text.add(examples.getKeyword() + ": " + table.name());
            text.add(row(table.header()));
            while (from.size() < text.size()) {
                from.add(table.line());
            }
            for (ExamplesTable.Row row : table.rows()) {
                text.add(row(row.cells()));
                from.add(row.line());
            }
        }
        lines.addAll(first - 1, text);
        origins.addAll(first - 1, from);
    }

    private static List<String> cells(TableRow row) {
        return row.getCells().stream().map(TableCell::getValue).toList();
    }

    private static String row(List<String> cells) {
        return "| " + String.join(" | ", cells.stream().map(FilledText::escaped).toList()) + " |";
    }

    private static String escaped(String cell) {
        return cell.replace("\\", "\\\\").replace("|", "\\|").replace("\n", "\\n");
    }

    private static int line(Location location) {
        return Math.toIntExact(location.getLine());
    }
}
