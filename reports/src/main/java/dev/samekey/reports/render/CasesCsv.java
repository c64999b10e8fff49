package dev.samekey.reports.render;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.csv.CsvGenerator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.steps.author.design.TestCase;
import dev.samekey.steps.author.design.TestDesign;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code cases.csv}, for test management tools: a row for each step. The id and the test type stand in each row, because Xray
 * groups rows by them. The other columns of a case stand in its first row only, which is how TestRail and Zephyr see where a
 * case begins.
 */
final class CasesCsv {
    /** As Xray calls a test whose steps stand in rows; a generic one has none. */
    private static final String TEST_TYPE = "Manual";

    private static final List<String> COLUMNS = List.of(
            "id",
            "test_type",
            "section",
            "title",
            "type",
            "priority",
            "clause",
            "level",
            "operation",
            "techniques",
            "executed_by",
            "why",
            "labels",
            "preconditions",
            "oracle",
            "step",
            "action",
            "data",
            "expected");

    String of(TestDesign design) {
        CsvSchema.Builder schema = CsvSchema.builder();
        COLUMNS.forEach(schema::addColumn);
        List<Map<String, String>> rows =
                design.cases().stream().flatMap(one -> rows(one).stream()).toList();
        try {
            return CsvMapper.builder()
                    .enable(CsvGenerator.Feature.STRICT_CHECK_FOR_QUOTING)
                    .build()
                    .writer(schema.setUseHeader(true).build())
                    .writeValueAsString(rows);
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("cannot write CSV", impossible);
        }
    }

    private static List<Map<String, String>> rows(TestCase one) {
        List<Map<String, String>> rows = new ArrayList<>();
        for (int i = 0; i < one.steps().size(); i++) {
            TestCase.Step step = one.steps().get(i);
            Map<String, String> row = rows.isEmpty() ? first(one) : new LinkedHashMap<>();
            row.put("id", one.id());
            row.put("test_type", TEST_TYPE);
            row.put("step", String.valueOf(i + 1));
            row.put("action", step.action());
            row.put("data", text(step.data()));
            row.put("expected", i + 1 == one.steps().size() ? lines(one.expected()) : "");
            rows.add(row);
        }
        return rows;
    }

    private static Map<String, String> first(TestCase one) {
        Map<String, String> row = new LinkedHashMap<>();
        row.put("section", one.section());
        row.put("title", one.title());
        row.put("type", "Functional");
        row.put("priority", capital(one.priority().toString()));
        row.put("clause", one.clause());
        row.put("level", one.level().toString());
        row.put("operation", text(one.operation()));
        row.put("techniques", one.techniques().stream().map(Object::toString).collect(Collectors.joining(", ")));
        row.put("executed_by", one.executedBy().toString());
        row.put("why", one.why());
        row.put(
                "labels",
                one.techniques().stream()
                                .map(technique -> technique.toString().replace(' ', '-'))
                                .collect(Collectors.joining(","))
                        + "," + one.executedBy());
        row.put("preconditions", lines(one.preconditions()));
        row.put("oracle", lines(one.oracles()));
        return row;
    }

    private static String lines(List<String> all) {
        return String.join("\n", all);
    }

    private static String text(@Nullable String text) {
        return Objects.requireNonNullElse(text, "");
    }

    private static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }
}
