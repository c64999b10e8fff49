package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.w3c.dom.Document;

class ReportsTest {
    private final ContractVerdict verdict = verdict(
            Set.of("RPL-1", "RPL-2", "RPL-3", "RPL-4"),
            scenario("RPL-1", "payment", Verdict.HELD),
            scenario("RPL-1", "refund", Verdict.BROKEN),
            scenario("RPL-2", "payment", Verdict.NOT_CHECKED),
            scenario("RPL-3", "payment", Verdict.INCONCLUSIVE),
            scenario("RPL-4", "payment", Verdict.HARNESS_ERROR));

    @TempDir
    private Path out = Path.of("");

    @BeforeEach
    void write() throws IOException {
        new Reports().write(verdict, out);
    }

    @Test
    void the_verdict_for_machines_keeps_its_schema() throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(ReportsTest.class.getResourceAsStream("/samekey/verdict.schema.json"));
        assertThat(schema.validate(json(out.resolve("verdict.json")))).isEmpty();
    }

    @Test
    void every_evidence_reference_leads_to_a_file() throws IOException {
        for (JsonNode file : json(out.resolve("verdict.json")).findValues("file")) {
            assertThat(out.resolve(file.asText())).isRegularFile();
        }
    }

    @Test
    void the_matrix_shows_clauses_by_operations_the_worst_first() throws IOException {
        String page = Files.readString(out.resolve("contract-matrix.html"));
        assertThat(page).contains("<th class=\"op\">payment</th><th class=\"op\">refund</th>");
        assertThat(page.indexOf("id=\"RPL-4\"")).isLessThan(page.indexOf("id=\"RPL-1\""));
        assertThat(page.indexOf("id=\"RPL-1\"")).isLessThan(page.indexOf("id=\"RPL-2\""));
    }

    @Test
    void what_a_target_says_is_text_and_never_markup() throws IOException {
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .contains("&lt;500&gt; &amp;")
                .doesNotContain("<500>");
    }

    @Test
    void the_matrix_needs_no_other_file_to_be_shown() throws IOException {
        assertThat(Files.readString(out.resolve("contract-matrix.html")))
                .doesNotContain("<script", "src=", "@import", "<link");
    }

    @Test
    void the_markdown_has_one_row_for_each_clause() throws IOException {
        assertThat(Files.readAllLines(out.resolve("contract-matrix.md")).stream()
                        .filter(line -> line.startsWith("| RPL-")))
                .hasSize(4);
    }

    @Test
    void junit_xml_tells_failures_errors_and_skips_apart() throws Exception {
        Document xml = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(out.resolve("junit.xml").toFile());
        assertThat(xml.getElementsByTagName("testcase").getLength()).isEqualTo(5);
        assertThat(xml.getElementsByTagName("failure").getLength()).isEqualTo(1);
        assertThat(xml.getElementsByTagName("error").getLength()).isEqualTo(1);
        assertThat(xml.getElementsByTagName("skipped").getLength()).isEqualTo(2);
    }

    @Test
    void allure_gets_one_result_for_each_scenario() throws IOException {
        try (Stream<Path> files = Files.list(out.resolve("allure-results"))) {
            assertThat(files.filter(file -> file.toString().endsWith("-result.json")))
                    .hasSize(5);
        }
    }

    private static JsonNode json(Path file) throws IOException {
        return new ObjectMapper().readTree(file.toFile());
    }
}
