package dev.samekey.reports.render;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.steps.author.design.Designer;
import dev.samekey.steps.author.design.TestCase;
import dev.samekey.steps.author.design.TestDesign;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** {@code cases.csv}, read by the rules that each test management tool publishes for its import. */
class CasesCsvTest {
    /** What makes CSV difficult: separators, quotes, lines, and letters beyond ASCII. */
    private static final String AWKWARD = """
            name: Acme
            urls: ["http://127.0.0.1:1"]
            writes: allowed
            contract: playbook
            operations:
              pay:
                role: create
                request: {method: POST, path: /pay, body: {amount: 1, note: "${unique}, \\"a\\"; b|c > d\\ne \u00e4\u4e2d"}}
                id: /id
                intent: {/amount: 2}
            """;

    private static final Set<String> OF_A_STEP = Set.of("id", "test_type", "step", "action", "data", "expected");

    /** TestRail's upload. */
    private static final int MOST_BYTES = 10 * 1024 * 1024;

    /** Xray's import into its cloud. */
    private static final int MOST_ISSUES = 1000;

    /** Of the awkward file, then of each shipped system. */
    private static final List<String> TEXTS = texts();

    private static List<String> texts() {
        Path folder = Path.of("");
        return Stream.concat(
                        Stream.of(TargetFile.of(YamlFile.of("target.yaml", AWKWARD), folder, Map.of())),
                        BundledServer.SYSTEMS_SHIPPED.stream().map(system -> BundledServer.described(system, folder)))
                .map(CasesCsvTest::csv)
                .toList();
    }

    private static String csv(TargetFile file) {
        return new CasesCsv().of(design(file));
    }

    private static TestDesign design(TargetFile file) {
        return new Designer(file, KeyStates.shipped()).design();
    }

    /** Each row has as many fields as the header: a field that is not quoted as it must be would shift them. */
    private static List<Map<String, String>> rows(String csv) {
        try (MappingIterator<String[]> read = new CsvMapper()
                .readerFor(String[].class)
                .with(CsvParser.Feature.WRAP_AS_ARRAY)
                .readValues(csv)) {
            List<String[]> all = read.readAll();
            String[] header = all.get(0);
            return all.subList(1, all.size()).stream()
                    .map(fields -> {
                        assertThat(fields).hasSameSizeAs(header);
                        Map<String, String> row = new LinkedHashMap<>();
                        for (int i = 0; i < header.length; i++) {
                            row.put(header[i], fields[i]);
                        }
                        return row;
                    })
                    .toList();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The rows of each case, which begins where a column is filled. */
    private static List<List<Map<String, String>>> beginningWhere(String column, List<Map<String, String>> rows) {
        List<List<Map<String, String>>> cases = new ArrayList<>();
        for (Map<String, String> row : rows) {
            if (!row.getOrDefault(column, "").isEmpty()) {
                cases.add(new ArrayList<>());
            }
            assertThat(cases).as("the first row begins a case").isNotEmpty();
            cases.get(cases.size() - 1).add(row);
        }
        return cases;
    }

    private static void assertSteps(List<Map<String, String>> rows) {
        for (int i = 0; i < rows.size(); i++) {
            Map<String, String> row = rows.get(i);
            assertThat(row).containsEntry("step", String.valueOf(i + 1));
            assertThat(row.get("action")).isNotBlank();
        }
        assertThat(rows.get(rows.size() - 1).get("expected")).isNotBlank();
    }

    @Test
    void testrail_sees_where_a_case_begins_and_has_what_it_requires() {
        for (String csv : TEXTS) {
            assertThat(csv.getBytes(StandardCharsets.UTF_8)).hasSizeLessThan(MOST_BYTES);
            List<List<Map<String, String>>> cases = beginningWhere("title", rows(csv));
            assertThat(cases).allSatisfy(rows -> {
                assertThat(rows.get(0).get("section")).isNotBlank().doesNotContain(">");
                assertThat(rows.get(0).get("priority")).isIn("Low", "Medium", "High", "Critical");
                assertThat(rows.get(0).get("type")).isEqualTo("Functional");
                assertThat(rows.subList(1, rows.size()))
                        .allSatisfy(row -> assertThat(row)
                                .allSatisfy((column, field) -> assertThat(OF_A_STEP.contains(column) || field.isEmpty())
                                        .isTrue()));
                assertSteps(rows);
            });
        }
    }

    @Test
    void xray_groups_the_rows_by_their_id_and_finds_the_test_type_in_each() {
        for (String csv : TEXTS) {
            Map<String, List<Map<String, String>>> tests = new LinkedHashMap<>();
            Set<String> done = new LinkedHashSet<>();
            String last = "";
            for (Map<String, String> row : rows(csv)) {
                String id = row.getOrDefault("id", "");
                assertThat(id).isNotBlank();
                assertThat(id.equals(last) || done.add(id))
                        .as("the rows of %s follow each other", id)
                        .isTrue();
                assertThat(row).containsEntry("test_type", "Manual");
                tests.computeIfAbsent(id, unused -> new ArrayList<>()).add(row);
                last = id;
            }
            assertThat(tests).hasSizeLessThanOrEqualTo(MOST_ISSUES);
            assertThat(tests.values()).allSatisfy(rows -> {
                assertThat(rows.get(0).get("title")).isNotBlank().doesNotContain("\n");
                assertThat(rows.get(0).get("labels")).matches("[a-z-]+(,[a-z-]+)*");
                assertSteps(rows);
            });
        }
    }

    @Test
    void zephyr_has_a_name_a_folder_and_a_script_for_each_case() {
        for (String csv : TEXTS) {
            assertThat(beginningWhere("title", rows(csv))).allSatisfy(rows -> {
                assertThat(rows.get(0).get("title")).hasSizeLessThanOrEqualTo(255);
                assertThat(rows.get(0).get("section")).isNotBlank().doesNotContain("/");
                assertSteps(rows);
            });
        }
    }

    @Test
    void a_text_with_separators_quotes_and_lines_is_one_field() {
        assertThat(rows(TEXTS.get(0)))
                .filteredOn(row -> row.getOrDefault("data", "").contains("POST "))
                .isNotEmpty()
                .allSatisfy(row -> assertThat(row.get("data")).contains("; b|c > d\\ne \u00e4\u4e2d"));
    }

    @Test
    void each_column_has_what_its_name_says() {
        TestDesign design = design(BundledServer.described("playbook", Path.of("")));
        List<List<Map<String, String>>> read = beginningWhere("title", rows(new CasesCsv().of(design)));

        assertThat(read).hasSameSizeAs(design.cases());
        for (int i = 0; i < read.size(); i++) {
            TestCase one = design.cases().get(i);
            List<Map<String, String>> rows = read.get(i);
            assertThat(rows.get(0)).as(one.id()).containsAllEntriesOf(columns(one));
            assertThat(rows).extracting(row -> row.get("id")).containsOnly(one.id());
            assertThat(rows)
                    .extracting(row -> row.get("action"))
                    .containsExactlyElementsOf(
                            one.steps().stream().map(TestCase.Step::action).toList());
            assertThat(rows)
                    .extracting(row -> row.get("data"))
                    .containsExactlyElementsOf(one.steps().stream()
                            .map(step -> Objects.requireNonNullElse(step.data(), ""))
                            .toList());
            assertThat(rows.get(rows.size() - 1)).containsEntry("expected", String.join("\n", one.expected()));
        }
    }

    /** Those of the first row that no other test looks at. */
    private static Map<String, String> columns(TestCase one) {
        return Map.of(
                "section", one.section(),
                "title", one.title(),
                "clause", one.clause(),
                "level", one.level().toString(),
                "operation", Objects.requireNonNullElse(one.operation(), ""),
                "executed_by", one.executedBy().toString(),
                "why", one.why(),
                "preconditions", String.join("\n", one.preconditions()),
                "oracle", String.join("\n", one.oracles()));
    }

    @Test
    void the_docs_say_where_each_column_goes() throws IOException {
        Matcher rows = Pattern.compile("(?m)^\\| (`\\w+`(?:, `\\w+`)*) \\|.*\\|.*\\|.*\\|$")
                .matcher(Files.readString(Path.of("../docs/design-kit.md")));
        Set<String> documented = new LinkedHashSet<>();
        while (rows.find()) {
            documented.addAll(List.of(rows.group(1).replace("`", "").split(", ")));
        }
        assertThat(documented)
                .containsExactlyElementsOf(rows(TEXTS.get(0)).get(0).keySet());
    }
}
