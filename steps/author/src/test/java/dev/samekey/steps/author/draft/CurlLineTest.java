package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CurlLineTest {
    private static final String URL = "http://localhost:8080/payments";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void the_words_of_a_line_say_what_is_sent() {
        CurlLine line = read(
                "curl", "-sS", "-XPOST", URL + "?tenant=a", "-H", "Accept: text/json", "-d", "{\"a\": 1}", "-HX-One:1");
        assertThat(line.request().method()).isEqualTo("POST");
        assertThat(line.base()).isEqualTo(URI.create("http://localhost:8080"));
        assertThat(line.request().path()).isEqualTo("/payments?tenant=a");
        assertThat(line.request().headers())
                .containsExactly(new Header("Accept", "text/json"), new Header("X-One", "1"));
        assertThat(line.request().data()).isEqualTo("{\"a\": 1}");
        assertThat(line.remarks())
                .containsExactly("-s, -S do not count: only what curl prints or waits for would change");
    }

    @Test
    void a_whole_line_is_divided_as_a_shell_does_it() {
        CurlLine line = read("curl --request put \\\n  'http://localhost/a'  \\\r\n"
                + " --header \"X-Note: it's \\\"here\\\"\" --data-raw '{\"note\": \"it'\\''s\"}'");
        assertThat(line.request().method()).isEqualTo("PUT");
        assertThat(line.request().headers()).containsExactly(new Header("X-Note", "it's \"here\""));
        assertThat(line.request().data()).isEqualTo("{\"note\": \"it's\"}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '~',
            quoteCharacter = '`',
            value = {
                "curl http://localhost/a --json $'{\"note\":\"it\\'s\\n\\u00fc\"}' ~ {\"note\":\"it's\\n\u00fc\"}",
                "$ curl http://localhost/a -d '{\"a\":5}' ~ {\"a\":5}",
                "curl http://localhost/a -d '{\"a\":5}' | jq . ~ {\"a\":5}",
                "curl http://localhost/a -d '{\"a\":5}' > out.json ~ {\"a\":5}",
                "curl http://localhost/a -d '{\"a\":\"b|c>d\"}' ~ {\"a\":\"b|c>d\"}",
                "curl ^\"http://localhost/a^\" --data-raw ^\"^{^\\^\"a^\\^\":^\\^\"$5 ^%^^^\\^\"^}^\" ~ {\"a\":\"$5 %^\"}",
            })
    void a_line_is_read_as_people_copy_it(String line, String body) {
        String decoded = body.replace("\\n", "\n");

        assertThat(read(line.replace("~", "")).request().data()).isEqualTo(decoded);
        assertThat(read(line.replace("~", "")).base()).hasToString("http://localhost");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "# make one\ncurl http://localhost/a -d '{\"a\":\"$5\"}' ; echo",
                "me@host:~/x$ curl http://localhost/a -d '{\"a\":\"$5\"}' 2>&1 | tee log",
                "PS C:\\Users\\me> curl.exe http://localhost/a `\r\n -d '{\"a\":\"$5\"}'",
                "C:\\>curl http://localhost/a ^\r\n  -H \"X-Note: a;b\" ^\r\n -d \"{\\\"a\\\":\\\"$5\\\"}\"",
                "# curl http://localhost/a \\\n -d '{\"a\":\"$5\"}' && echo done",
                "curl -q --tlsv1.2 --max-redirs 5 --url http://localhost/a -d '{\"a\":\"$5\"}' &"
            })
    void what_stands_around_a_copied_line_does_not_count(String line) {
        assertThat(read(line).request().data()).isEqualTo("{\"a\":\"$5\"}");
        assertThat(read(line).request().path()).isEqualTo("/a");
    }

    @Test
    void a_certificate_of_the_client_goes_to_the_target_file() {
        CurlLine line = read("curl --cert me.pem --key me.key --cacert ca.pem -d a=1 " + URL);
        assertThat(line.tls()).hasToString("{\"certificate\":\"me.pem\",\"key\":\"me.key\",\"ca\":\"ca.pem\"}");
        assertThat(read("curl -E C:\\\\me.p12:s3cret --cert-type P12 -d a=1 " + URL)
                        .tls())
                .hasToString("{\"certificate\":\"C:\\\\me.p12\",\"password\":\"s3cret\"}");
    }

    @ParameterizedTest
    @CsvSource({
        "aws:amz:eu-central-1:execute-api, http://localhost/a, eu-central-1, execute-api",
        "aws:amz, https://es.eu-west-1.amazonaws.com/a, eu-west-1, es"
    })
    void a_signature_of_aws_goes_to_the_target_file(String how, String url, String region, String service) {
        CurlLine line = read(
                "curl", url, "--aws-sigv4", how, "-u", "AKID:s3cret", "-H", "x-amz-security-token: st", "-d", "a=1");
        assertThat(line.sign().path("aws").properties())
                .extracting(one -> one.getKey() + "=" + one.getValue().asText())
                .containsExactly(
                        "region=" + region,
                        "service=" + service,
                        "access_key=AKID",
                        "secret_key=s3cret",
                        "session_token=st");
        assertThat(line.request().headers()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({
        "http POST localhost/a amount=5, HTTPie",
        "Invoke-WebRequest -Uri http://localhost/a -Body `a`, PowerShell",
        "$session = New-Object Microsoft.PowerShell.Commands.WebRequestSession, PowerShell",
        "fetch(\"http://localhost/a\"), JavaScript"
    })
    void a_line_of_another_tool_is_named_with_what_to_do(String line, String tool) {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> read(line))
                .withMessageContaining("is one of " + tool)
                .withMessageContaining("curl -X POST URL");
    }

    @Test
    void data_of_several_options_is_one_form() {
        assertThat(read("curl", URL, "-d", "a=1", "--data-urlencode", "b=x y", "--data-raw", "c=@d")
                        .request()
                        .data())
                .isEqualTo("a=1&b=x+y&c=@d");
    }

    @Test
    void a_body_is_read_from_its_file() throws IOException {
        Files.writeString(folder.resolve("body.json"), "{}\n");
        assertThat(read("curl", URL, "--data-binary", "@body.json").request().data())
                .isEqualTo("{}\n");
        refused(folder.resolve("none") + ", and there is no such file", "curl", URL, "-d", "@none");
        refused("standard input", "curl", URL, "-d", "@-");
    }

    @Test
    void json_says_its_type_and_a_user_is_a_header() {
        CurlLine line = read("curl", "--json", "{}", "-u", "me:secret", "-A", "test", URL);
        assertThat(line.request().headers())
                .containsExactly(
                        new Header("Content-Type", "application/json"),
                        new Header("Accept", "application/json"),
                        new Header("User-Agent", "test"),
                        new Header("Authorization", "Basic bWU6c2VjcmV0"));
    }

    @Test
    void json_of_several_options_is_one_text() {
        CurlLine line = read("curl", "--json", "{\"a\": 1,", "--json", "\"b\": 2}", URL);
        assertThat(line.request().data()).isEqualTo("{\"a\": 1,\"b\": 2}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Authorization: Bearer ", "authorization: basic"})
    void a_credential_whose_variable_is_not_set_is_refused(String header) {
        refused("Is the variable of the environment set?", "curl", URL, "-d", "a=1", "-H", header);
    }

    @Test
    void a_password_in_the_url_is_a_header_and_not_in_the_url() {
        CurlLine line = read("curl", "-XPOST", "http://me:secret@localhost/a");
        assertThat(line.base()).isEqualTo(URI.create("http://localhost"));
        assertThat(line.request().headers()).containsExactly(new Header("Authorization", "Basic bWU6c2VjcmV0"));
    }

    @ParameterizedTest
    @CsvSource({"localhost:8080, http://localhost:8080, /", "http://a.example?x=1, http://a.example, /?x=1"})
    void a_url_may_lack_what_curl_adds(String url, String base, String path) {
        CurlLine line = read("curl", "-XPOST", url);
        assertThat(line.base()).isEqualTo(URI.create(base));
        assertThat(line.request().path()).isEqualTo(path);
    }

    @Test
    void the_mark_of_a_new_value_may_stand_in_the_url() {
        assertThat(read("curl", "-XPUT", "http://localhost/orders/${unique}")
                        .request()
                        .path())
                .isEqualTo("/orders/${unique}");
        assertThat(read("curl -XPUT 'http://localhost/orders/${unique}'")
                        .request()
                        .path())
                .isEqualTo("/orders/${unique}");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "wget http://localhost | should begin with «curl»",
                "curl -XPOST | names no URL",
                "curl http://localhost | GET only reads",
                "curl -X DELETE http://localhost/a/1 | DELETE needs something new to delete",
                "curl -G -d a=1 http://localhost | the option -G of the curl line makes a request that only reads",
                "curl -T b http://localhost | the option -T of the curl line uploads",
                "curl -x http://p:1 http://localhost | set the variable HTTPS_PROXY",
                "curl --requst POST http://localhost | --requst of the curl line is not known; did you mean «--request»?",
                "curl -y http://localhost | the option -y of the curl line is not known",
                "curl -d a=1 http://localhost http://other | names two URLs",
                "curl -d a=1 ftp://localhost | the URL of the curl line cannot be used",
                "curl http://localhost -d | the option -d of the curl line has no value",
                "curl http://localhost -d 'a | opens a quote '",
                "curl http://localhost -d \u2018a\u2019 | has the typographic quote",
                "curl http://localhost -d a=1 --aws-sigv4 aws:amz:x:y | --aws-sigv4 of the curl line is not understood",
                "curl http://localhost -d a=1 --digest -u me:x | signs in by several requests",
                "curl http://localhost -d a=1 --resolve a:1:b | name that place in the URL",
                "curl http://localhost -H \"Authorization: $T\" | only a shell can fill in"
            })
    void what_cannot_be_tried_is_refused_by_its_name(String line, String message) {
        refused(message, line);
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "@hunter2"})
    void a_header_that_cannot_be_read_is_not_shown_unless_it_is_a_file(String header) {
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> read("curl", URL, "-d", "a=1", "-H", header))
                .satisfies(
                        wrong -> assertThat(String.valueOf(wrong.getMessage()).contains("hunter2"))
                                .isEqualTo(header.startsWith("@")));
    }

    private CurlLine read(String... words) {
        return CurlLine.of(List.of(words), folder);
    }

    private void refused(String message, String... words) {
        assertThatExceptionOfType(CannotRun.class).isThrownBy(() -> read(words)).withMessageContaining(message);
    }
}
