package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.steps.author.design.Designer;
import dev.samekey.steps.model.states.KeyStates;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** {@code samekey design}: the files of a design, and what becomes of those that a user has edited. */
class DesignCommandTest {
    private static final String TARGET = """
            name: Acme
            urls: ["http://127.0.0.1:1"]
            writes: allowed
            contract: playbook
            operations:
              pay:
                role: create
                stakes: high
                request: {method: POST, path: /pay, body: {amount: 1, note: "${unique}, | </script>"}}
                id: /id
                intent: {/amount: 2}
            """;

    @TempDir
    private Path folder = Path.of("");

    private Path target = Path.of("");
    private Path cases = Path.of("");
    private final StringWriter said = new StringWriter();

    @BeforeEach
    void lay() throws IOException {
        target = Files.writeString(folder.resolve("target.yaml"), TARGET);
        cases = folder.resolve("cases");
    }

    private int design(String... more) {
        List<String> arguments =
                new ArrayList<>(List.of("design", "--target", target.toString(), "--out", cases.toString()));
        arguments.addAll(List.of(more));
        said.getBuffer().setLength(0);
        CommandLine line = Main.commandLine();
        return line.setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true))
                .execute(arguments.toArray(String[]::new));
    }

    private JsonNode json() throws IOException {
        return new ObjectMapper().readTree(cases.resolve("cases.json").toFile());
    }

    @Test
    void it_writes_the_cases_for_people_tools_and_machines() throws IOException {
        assertThat(design()).isZero();

        assertThat(said.toString()).contains("test cases for Acme by the contract «playbook»", "nothing was sent");
        String page = Files.readString(cases.resolve("test-design.html"));
        assertThat(page)
                .contains("<svg", "id=\"RPL-1-pay-", "Decision table", "409 CONFLICT.idempotency.payload_mismatch")
                .doesNotContain("<script", "</script>", "src=", "@import", "<link", "Coverage</a>");
        assertThat(Files.readString(cases.resolve("test-design.md"))).contains("| RPL-1-pay-", "## Decision table");
    }

    @Test
    void the_json_keeps_its_schema_with_coverage_and_without() throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(DesignCommandTest.class.getResourceAsStream("/samekey/contract/cases.schema.json"));
        design();
        assertThat(schema.validate(json())).isEmpty();

        design("--coverage", verdict("Acme").toString());
        assertThat(json().path("coverage")).isNotEmpty();
        assertThat(schema.validate(json())).isEmpty();

        design("--coverage", underConditions().toString());
        assertThat(json().at("/interactions/pairs")).isNotEmpty();
        assertThat(schema.validate(json())).isEmpty();
    }

    @Test
    void the_csv_has_a_row_for_each_step_and_the_title_in_the_first_one() throws IOException {
        design();
        List<Map<String, String>> rows;
        try (MappingIterator<Map<String, String>> read = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(cases.resolve("cases.csv").toFile())) {
            rows = read.readAll();
        }
        JsonNode all = json().path("cases");
        assertThat(rows.stream()
                        .filter(row -> !Objects.requireNonNull(row.get("title")).isEmpty()))
                .hasSize(all.size());
        assertThat(rows).hasSize(all.findValues("action").size()).allSatisfy(row -> {
            assertThat(row.get("id")).isNotBlank();
            assertThat(row.get("action")).isNotBlank();
            assertThat(row.get("title")).matches(title -> title.isEmpty() != "1".equals(row.get("step")));
        });
        assertThat(rows)
                .filteredOn(row -> "A repeated pay has the status of the first response".equals(row.get("title")))
                .singleElement()
                .satisfies(row -> assertThat(row)
                        .containsEntry("clause", "RPL-1")
                        .containsEntry("section", "replay")
                        .containsEntry("priority", "Medium")
                        .hasEntrySatisfying(
                                "data", data -> assertThat(data).startsWith("POST http://127.0.0.1:1/pay\n")));
    }

    @Test
    void a_second_design_changes_nothing() throws IOException {
        design();
        List<String> before = texts();
        assertThat(design()).isZero();
        assertThat(texts()).isEqualTo(before);
    }

    private List<String> texts() throws IOException {
        try (var files = Files.walk(cases)) {
            List<String> texts = new ArrayList<>();
            for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
                texts.add(Files.readString(file));
            }
            return texts;
        }
    }

    @Test
    void what_was_edited_or_added_is_left_alone_and_named() throws IOException {
        design();
        Path edited = Files.writeString(cases.resolve("cases.csv"), "mine");
        Path added = Files.writeString(cases.resolve("notes.md"), "mine too");
        Path feature = Files.writeString(cases.resolve("features/replay.feature"), "# mine");
        Path beside = Files.writeString(cases.resolve("features/own.feature"), "# mine too");
        Files.delete(cases.resolve("test-design.md"));

        assertThat(design()).isEqualTo(1);

        assertThat(said.toString())
                .contains("left alone: " + edited, "left alone: " + feature, "--overwrite")
                .doesNotContain("notes.md", "own.feature");
        assertThat(edited).hasContent("mine");
        assertThat(feature).hasContent("# mine");
        assertThat(beside).hasContent("# mine too");
        assertThat(added).hasContent("mine too");
        assertThat(cases.resolve("test-design.md")).exists();
        // It is still the user's the next time.
        assertThat(design()).isEqualTo(1);
        assertThat(edited).hasContent("mine");

        assertThat(design("--overwrite")).isZero();
        assertThat(Files.readString(edited)).startsWith("id,");
        assertThat(added).hasContent("mine too");
    }

    @Test
    void a_file_under_the_name_of_a_new_one_is_the_users() throws IOException {
        design();
        Files.writeString(cases.resolve(".samekey-cases.json"), "{}");
        Files.writeString(cases.resolve("cases.json"), "mine");

        assertThat(design()).isEqualTo(1);
        assertThat(said.toString()).contains("left alone: " + cases.resolve("cases.json"));
        assertThat(cases.resolve("cases.json")).hasContent("mine");
    }

    @Test
    void a_file_that_is_in_no_design_any_more_is_removed_unless_it_was_edited() throws IOException {
        new CasesFolder(cases, false).write(Map.of("old.md", "old", "kept.md", "old"));
        Files.writeString(cases.resolve("kept.md"), "mine");

        design();

        assertThat(cases.resolve("old.md")).doesNotExist();
        assertThat(cases.resolve("kept.md")).hasContent("mine");
        assertThat(said.toString())
                .contains("removed: " + cases.resolve("old.md"), "kept.md, which is in no design any more");
    }

    @Test
    void a_folder_of_the_users_is_refused() throws IOException {
        Files.writeString(Files.createDirectory(cases).resolve("thesis.md"), "mine");

        assertThat(design()).isEqualTo(2);

        assertThat(said.toString()).contains("holds files and no test cases of Samekey", "--out", "--overwrite");
        assertThat(cases).isDirectoryNotContaining("glob:**cases.json");
    }

    @Test
    void a_folder_in_the_place_of_a_file_is_named_and_nothing_is_written() throws IOException {
        design();
        Path page = cases.resolve("test-design.md");
        Files.delete(page);
        Files.writeString(Files.createDirectory(page).resolve("mine.md"), "mine");
        Path gone = cases.resolve("cases.csv");
        Files.delete(gone);

        assertThat(design()).isEqualTo(2);
        assertThat(design("--overwrite")).isEqualTo(2);

        assertThat(said.toString()).contains(page + " is a folder", "--out", "Nothing was written");
        assertThat(page.resolve("mine.md")).hasContent("mine");
        assertThat(gone).doesNotExist();
    }

    @Test
    void a_list_that_cannot_be_read_is_an_error() throws IOException {
        Files.writeString(Files.createDirectory(cases).resolve(".samekey-cases.json"), "no json");
        assertThat(design()).isEqualTo(2);
        assertThat(said.toString()).contains(".samekey-cases.json", "cannot be read", "--overwrite");
    }

    @Test
    void coverage_colours_the_diagram_and_names_what_is_left() throws IOException {
        assertThat(design("--coverage", verdict("Acme").toString())).isZero();

        assertThat(said.toString()).contains("covered: 1 of ", " clauses; broken: 1");
        String page = Files.readString(cases.resolve("test-design.html"));
        assertThat(page).contains("<text class=\"small broken\"", "id=\"coverage\"", "it was another status");
        assertThat(json().at("/results").size()).isEqualTo(2);
    }

    @Test
    void the_page_maps_the_pairs_of_conditions_and_says_what_is_not_covered() throws IOException {
        assertThat(design("--coverage", underConditions().toString())).isZero();

        assertThat(said.toString()).containsPattern("covered: \\d+ of \\d+ pairs of conditions; broken: 1\\R");
        String page = Files.readString(cases.resolve("test-design.html"));
        assertThat(page)
                .contains("<table class=\"heat\">", ">pair-wise testing<")
                .contains("style=\"--share: 8\" title=\"key: long × coding: none: covered, held in 1 run\"")
                .contains("title=\"key: long × coding: gzip: broken. RPL-1 of pay is broken when the key has 128")
                .contains("<span aria-hidden=\"true\">✗</span><span class=\"spoken\">broken</span>")
                .contains("<strong class=\"not-applicable\">impossible</strong>", "names one of «urls»")
                .contains("<strong class=\"not-checked\">not tried</strong>", "no run had both");
        assertThat(Files.readString(cases.resolve("test-design.md")))
                .contains(
                        "| pair-wise testing | pairs of conditions |", "| key | usual | 1 | 1 |", "|  | long | 1 | 2 |")
                .contains("- broken, 1 pair: RPL-1 of pay is broken when the key has 128 characters and the client");
        JsonNode pairs = json().at("/interactions/pairs");
        assertThat(pairs.valueStream()
                        .filter(pair -> pair.path("extent").asText().equals("broken")))
                .singleElement()
                .satisfies(pair -> assertThat(pair.path("values"))
                        .isEqualTo(new ObjectMapper().readTree("{\"key\": \"long\", \"coding\": \"gzip\"}")));
    }

    @Test
    void a_verdict_of_an_earlier_version_shows_the_rest_and_says_that_pairs_are_not_in_it() throws IOException {
        assertThat(design("--coverage", verdict("Acme").toString())).isZero();

        assertThat(said.toString())
                .contains("clauses; broken: 1", "an earlier version of Samekey wrote it", "verify --strength 2");
        assertThat(Files.readString(cases.resolve("test-design.html")))
                .contains("What is not covered of the", "an earlier version of Samekey wrote it")
                .doesNotContain("<table class=\"heat\">");
    }

    @Test
    void a_verdict_with_a_combination_that_is_none_is_an_error() throws IOException {
        Path wrong = underConditions();
        Files.writeString(wrong, Files.readString(wrong).replace("\"HELD\", \"reason\": \"\"}", "\"FINE\"}"));

        assertThat(design("--coverage", wrong.toString())).isEqualTo(2);
        assertThat(said.toString()).contains("cannot read " + wrong, "FINE");
    }

    /** In it RPL-1 breaks with a long key and compression. */
    private Path underConditions() throws IOException {
        return Files.writeString(folder.resolve("pairs.json"), """
                {"target": "Acme", "contract": "playbook", "exit_code": 1, "gate": {"findings": []}, "clauses": [
                  {"id": "RPL-1", "scenarios": [{"name": "A repeated pay has the status of the first response",
                    "operation": "pay", "verdict": "BROKEN", "reason": "it was another status", "combinations": [
                      {"conditions": {"key": "long", "coding": "gzip"}, "verdict": "BROKEN", "reason": "another"},
                      {"conditions": {"key": "long", "coding": "none"}, "verdict": "HELD", "reason": ""}]}]}]}
                """);
    }

    @Test
    void a_verdict_of_another_target_is_refused() throws IOException {
        assertThat(design("--coverage", verdict("Other").toString())).isEqualTo(2);
        assertThat(said.toString())
                .contains("is on «Other»", "the cases are for «Acme»", "name a verdict of this target");
        assertThat(cases).doesNotExist();

        assertThat(design("--coverage", target.toString())).isEqualTo(2);
        assertThat(said.toString()).contains("is no verdict.json");
    }

    /** In it RPL-2 holds, and RPL-1 does not. */
    private Path verdict(String name) throws IOException {
        return Files.writeString(folder.resolve("verdict.json"), """
                {"target": "%s", "contract": "playbook", "exit_code": 1, "gate": {"findings": []}, "clauses": [
                  {"id": "RPL-1", "scenarios": [{"name": "A repeated pay has the status of the first response",
                    "operation": "pay", "verdict": "BROKEN", "reason": "it was another status"}]},
                  {"id": "RPL-2", "scenarios": [{"name": "A repeated pay has the body of the first response",
                    "operation": "pay", "verdict": "HELD", "reason": ""}]}]}
                """.formatted(name));
    }

    @Test
    void a_broken_state_model_is_an_error_with_its_line() throws IOException {
        Path states = Files.writeString(folder.resolve("states.yaml"), """
                states:
                  absent: {is: "Not known.", begins: true}
                events: {request: "It arrives."}
                transitions: [{id: first, from: absent, event: request, to: gone, response: "Done.", judged_by: [RPL-1]}]
                """);
        assertThat(design("--states", states.toString())).isEqualTo(2);
        assertThat(said.toString()).contains("states.yaml:4", "there is no state «gone»");
    }

    @Test
    void the_systems_of_the_bundled_server_are_designed_without_starting_it() {
        for (String system : BundledServer.SYSTEMS_SHIPPED) {
            var file = BundledServer.described(system, folder);
            assertThat(new Designer(file, KeyStates.shipped()).design().cases()).hasSizeGreaterThan(50);
        }
    }

    @Test
    void a_rule_that_no_scenario_tries_alone_is_tried_by_a_path() {
        var design = new Designer(BundledServer.described("playbook", folder), KeyStates.shipped()).design();
        assertThat(design.decisions())
                .filteredOn(rule -> rule.name().equals("known key, other payload, taken over"))
                .singleElement()
                .satisfies(rule -> assertThat(rule.tried().cases())
                        .isNotEmpty()
                        .allSatisfy(id -> assertThat(id).startsWith("STO-8-")));
    }

    @Test
    void the_page_lists_what_is_not_judged_under_conditions() throws IOException {
        assertThat(design()).isZero();
        assertThat(Files.readString(cases.resolve("test-design.html")))
                .contains("The verdict is derived from the verdicts on other clauses.");
        assertThat(Files.readString(cases.resolve("test-design.md")))
                .contains("| CON-12, REV-1 | The verdict is derived from the verdicts on other clauses. |");
        assertThat(json().at("/not_under_conditions").size()).isGreaterThan(20);
    }

    @Test
    void a_zero_is_not_red() throws IOException {
        assertThat(design("--coverage", underConditions().toString())).isZero();
        assertThat(Files.readString(cases.resolve("test-design.html")))
                .doesNotContain("<td class=\"broken\">0</td>", "<td class=\"inconclusive\">0</td>")
                .contains("<td class=\"broken\">1</td>");
    }
}
