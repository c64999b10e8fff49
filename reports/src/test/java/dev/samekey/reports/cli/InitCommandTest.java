package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InitCommandTest {
    private static final String API = """
            openapi: 3.0.3
            info: {title: Shop, version: "1"}
            paths: {/orders: {post: {responses: {"201": {description: done}}}}}
            """;
    private static final String HAR = """
            {"log": {"entries": [{
              "request": {"method": "POST", "url": "http://127.0.0.1:1/orders", "headers": [],
                "postData": {"mimeType": "application/json", "text": "{\\"item\\": \\"book\\"}"}},
              "response": {"status": 201, "headers": [], "content": {"mimeType": "application/json", "text": "{}"}}}]}}
            """;

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter said = new StringWriter();
    private String api = "";
    private String recording = "";

    @BeforeEach
    void lay() throws IOException {
        api = Files.writeString(folder.resolve("api.yaml"), API).toString();
        recording = Files.writeString(folder.resolve("session.json"), HAR).toString();
    }

    private int init(String... arguments) {
        said.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(said, true);
        List<String> all = new ArrayList<>(List.of("init"));
        all.addAll(List.of(arguments));
        all.addAll(List.of("--force", "--out", folder.resolve("samekey.yaml").toString()));
        return Main.commandLine().setOut(writer).setErr(writer).execute(all.toArray(String[]::new));
    }

    @Test
    void what_a_file_is_shows_in_it_or_an_option_says_it() {
        for (String[] source : new String[][] {{api}, {"--openapi", api}, {recording}, {"--har", recording}}) {
            assertThat(init(source)).as("%s", (Object) source).isZero();
            assertThat(said.toString()).contains("POST /orders");
        }
        assertThat(init("--openapi", recording)).isEqualTo(2);
        assertThat(said.toString()).contains("is no OpenAPI document");
        assertThat(init(api, "--har", recording)).isEqualTo(2);
    }

    @Test
    void what_belongs_to_another_kind_of_source_is_refused() {
        for (String source : List.of(api, recording)) {
            assertThat(init(source, "--environment", "staging.json")).isEqualTo(2);
            assertThat(said.toString()).contains("--environment is one of Postman");
        }
        assertThat(init("--har", recording, "--environment", "staging.json")).isEqualTo(2);
        assertThat(said.toString()).contains("--environment is one of Postman");
        assertThat(init(recording, "--tag", "orders")).isEqualTo(2);
        assertThat(said.toString()).contains("choose some of a description");
    }
}
