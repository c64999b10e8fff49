package dev.samekey.steps.model.contract;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/** The table of docs/dialects.md; where it differs, the right rows stand in the failure. */
class DialectsDocTest {
    private static final Path DOC = Path.of("../../docs/dialects.md");

    @Test
    void the_table_says_what_the_shipped_dialects_say() throws IOException {
        List<String> rows = Files.readAllLines(DOC).stream()
                .filter(line -> line.startsWith("| [") && line.contains("/dialects/"))
                .toList();

        assertThat(rows)
                .containsExactlyElementsOf(
                        Dialects.SHIPPED.stream().map(DialectsDocTest::row).toList());
    }

    private static String row(String name) {
        JsonNode dialect = YamlFile.of(name, Resources.dialect(name)).tree();
        return Stream.of(
                        "[" + name + "](../features/contract/dialects/" + name + ".yaml)",
                        key(dialect.path("key")),
                        mismatch(dialect),
                        inProgress(dialect),
                        replay(dialect.path("replay")),
                        lifetime(dialect.path("lifetime")))
                .collect(joining(" | ", "| ", " |"));
    }

    private static String key(JsonNode key) {
        String place =
                key.path("in").asText().equals("header") ? "" : key.path("in").asText() + " ";
        String required = key.path("required").isMissingNode()
                ? ""
                : key.path("required").asBoolean() ? ", required" : ", optional";
        return place + "`" + key.path("name").asText() + "`" + required;
    }

    private static String mismatch(JsonNode dialect) {
        return switch (dialect.path("mismatch").asText()) {
            case "refuse" -> refusal(dialect.at("/refusals/payload_mismatch"));
            case "replay" -> "replayed to";
            default -> "";
        };
    }

    private static String inProgress(JsonNode dialect) {
        String refusal = refusal(dialect.at("/refusals/in_progress"));
        return switch (dialect.path("in_progress").asText()) {
            case "refuse" -> refusal;
            case "wait" -> "waits";
            case "either" -> refusal + ", or waits";
            default -> "";
        };
    }

    private static String refusal(JsonNode refusal) {
        JsonNode said = refusal.has("status") ? refusal.path("status") : refusal.path("code");
        return said.isArray()
                ? StreamSupport.stream(said.spliterator(), false)
                        .map(JsonNode::asText)
                        .collect(joining(" or "))
                : said.asText();
    }

    private static String replay(JsonNode replay) {
        return replay.path("mode").asText().replace('_', ' ')
                + (replay.has("status") ? ", " + replay.path("status").asText() : "");
    }

    private static String lifetime(JsonNode lifetime) {
        return lifetime.path("default").asText()
                + (lifetime.has("high_stakes")
                        ? ", " + lifetime.path("high_stakes").asText()
                        : "");
    }
}
