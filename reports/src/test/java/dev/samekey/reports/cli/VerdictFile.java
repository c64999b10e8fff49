package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** What a run has written for programs. */
record VerdictFile(JsonNode content) {
    static VerdictFile in(Path report) throws IOException {
        return new VerdictFile(
                new ObjectMapper().readTree(report.resolve("verdict.json").toFile()));
    }

    void mustKeepItsSchema() {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(VerdictFile.class.getResourceAsStream("/samekey/verdict.schema.json"));
        assertThat(schema.validate(content)).isEmpty();
    }

    /** Of each scenario its clause, its title, its verdict and its file. */
    List<String> scenarios() {
        List<String> scenarios = new ArrayList<>();
        content.path("clauses")
                .forEach(clause -> clause.path("scenarios")
                        .forEach(scenario -> scenarios.add(String.join(
                                " ",
                                clause.path("id").asText(),
                                scenario.path("name").asText(),
                                scenario.path("verdict").asText(),
                                // A design has its features in a folder.
                                Path.of(scenario.path("feature").asText())
                                        .getFileName()
                                        .toString()))));
        return scenarios;
    }
}
