package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExchangeTest {
    @Test
    void the_curl_line_repeats_the_request() throws Exception {
        String body = "{\"a\": \"it's $HOME `x` \\\"q\\\" \\\\ é\",\n \"b\": 1}";
        assertRepeats(body, "/payments?tag[]=1&s=a%20b");
    }

    @Test
    void the_curl_line_takes_no_body_for_a_file() throws Exception {
        assertRepeats("@payload", "/payments");
    }

    @Test
    void the_curl_line_of_a_request_without_a_body_sends_none() throws Exception {
        assertRepeats(null, "/payments/{x}");
    }

    @Test
    void the_curl_line_of_a_file_sends_the_bytes_of_the_file(@TempDir Path folder) throws Exception {
        byte[] bytes = {(byte) 0x89, 'P', '\r', '\n', 'Q'};
        Files.write(folder.resolve("a 'picture'.png"), bytes);
        Content content = Content.File.of("a 'picture'.png", bytes);

        assertThat(repeated(content, "image/png", folder).body()).isEqualTo(new String(bytes, StandardCharsets.UTF_8));
        assertThat(content.shown()).isEqualTo("(5 bytes of the file a 'picture'.png)");
    }

    @Test
    void the_curl_line_of_several_parts_sends_the_same_parts(@TempDir Path folder) throws Exception {
        Files.writeString(folder.resolve("list.csv"), "a,b\r\n1,2");
        Content.Parts content = new Content.Parts(List.of(
                new Content.Part("note", new Content.Text("@a; it's \"q\" \\ é <b"), null, null),
                new Content.Part("lines", new Content.Text("[\"a;b\", 1]"), null, "application/json"),
                new Content.Part("letter", new Content.Text("dear"), "a \"letter\".txt", "text/plain"),
                new Content.Part(
                        "list",
                        Content.File.of("list.csv", "a,b\r\n1,2".getBytes(StandardCharsets.UTF_8)),
                        "list.csv",
                        "text/csv")));
        RawServer.Received received = repeated(content, content.type(), folder);
        Matcher type = Pattern.compile("multipart/form-data; boundary=(\\S+)")
                .matcher(received.header("Content-Type").get(0));

        assertThat(type.matches()).isTrue();
        assertThat(parts(received.body(), type.group(1)))
                .isEqualTo(parts(new String(content.bytes(), StandardCharsets.UTF_8), "samekey-boundary"));
    }

    @Test
    void what_divides_the_parts_stands_in_none_of_them() {
        Content.Parts content = new Content.Parts(
                List.of(new Content.Part("note", new Content.Text("\r\n--samekey-boundary--\r\n"), null, null)));

        assertThat(content.type()).isEqualTo("multipart/form-data; boundary=samekey-boundaryx");
        assertThat(content.text()).contains("\r\n--samekey-boundary--\r\n").endsWith("\r\n--samekey-boundaryx--\r\n");
    }

    /** Without what divides the parts. */
    private static List<String> parts(String body, String boundary) {
        return List.of(body.split("\r?\n?--" + Pattern.quote(boundary) + "(--)?\r\n"));
    }

    private static RawServer.Received repeated(Content content, String type, Path folder) throws Exception {
        assumeTrue(hasCurl(), "there is no curl here");
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Request request = new Request("POST", "/", List.of(new Header("Content-Type", type)), content, null);
            Process curl = new ProcessBuilder("sh", "-c", request.curl(server.uri()))
                    .directory(folder.toFile())
                    .redirectErrorStream(true)
                    .start();
            String said = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(curl.waitFor()).as(said).isZero();
            return server.received().get(0);
        }
    }

    @Test
    void a_transcript_has_request_answer_and_the_line_to_repeat_it() {
        Answer answer = Answer.of(
                409, List.of(new Header("X-Note", "one")), "{\"code\": \"x\"}".getBytes(StandardCharsets.UTF_8));
        String transcript = exchange("{}", "/payments", URI.create("http://127.0.0.1:1"), answer, null)
                .transcript();

        assertThat(transcript)
                .startsWith("POST http://127.0.0.1:1/payments\n")
                .contains("\nContent-Type: application/json\n")
                .contains("\nHTTP 409  (after ")
                .contains("\nX-Note: one\n\n{\"code\": \"x\"}\n")
                .endsWith("--data-raw '{}'");
    }

    @Test
    void a_transcript_says_why_no_answer_came() {
        assertThat(exchange(null, "/payments", URI.create("http://127.0.0.1:1"), null, "reset")
                        .transcript())
                .contains("\n(no response: reset)\n");
    }

    private static void assertRepeats(@Nullable String body, String path) throws Exception {
        assumeTrue(hasCurl(), "there is no curl here");
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            Process curl = run(exchange(body, path, server.uri(), null, "x").curl());
            String said = new String(curl.getInputStream().readAllBytes(), StandardCharsets.UTF_8);

            assertThat(curl.waitFor()).as(said).isZero();
            RawServer.Received received = server.received().get(0);
            assertThat(received.line()).isEqualTo("POST " + path + " HTTP/1.1");
            assertThat(received.header("Content-Type")).containsExactly("application/json");
            assertThat(received.header("Idempotency-Key")).containsExactly("\"k`1\\\" $(id) ${HOME} $");
            assertThat(received.header("Authorization")).containsExactly("Bearer s3cr3t");
            assertThat(received.body()).isEqualTo(body == null ? "" : body);
        }
    }

    /** A redacted secret stands in the line as a shell variable, and the shell knows it. */
    private static Process run(String line) throws IOException {
        ProcessBuilder builder = new ProcessBuilder("sh", "-c", line).redirectErrorStream(true);
        builder.environment().put("ALICE", "s3cr3t");
        return builder.start();
    }

    private static Exchange exchange(
            @Nullable String body, String path, URI replica, @Nullable Answer answer, @Nullable String failure) {
        List<Header> headers = List.of(
                new Header("Content-Type", "application/json"),
                new Header("Idempotency-Key", "\"k`1\\\" $(id) ${HOME} $"),
                new Header("Authorization", "Bearer $ALICE"));
        return new Exchange(new Request("POST", path, headers, body), replica, answer, failure, Instant.EPOCH, 0, 1);
    }

    private static boolean hasCurl() {
        return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "curl")));
    }
}
