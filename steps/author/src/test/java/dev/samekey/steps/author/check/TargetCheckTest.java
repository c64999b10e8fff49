package dev.samekey.steps.author.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.author.check.TargetCheck.Row;
import dev.samekey.steps.judge.run.Progress;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A small API of which each thing works, until a test breaks one. */
class TargetCheckTest {
    private static final String OPERATION = "operation payment";
    private static final String BODY = "body of payment";
    private static final String READ = "operation payment, read";
    private static final String EFFECTS = "effects of payment";

    /** The beginning of a request line, and the answer; the first one that fits. */
    private final Map<String, String> answers = new LinkedHashMap<>();

    private final RawServer server = RawServer.doing(this::answer);

    @TempDir
    private Path folder = Path.of("");

    private String yaml = "";
    private String accepted = "";

    @BeforeEach
    void lay() throws IOException {
        answers.put("POST /payments", "201 {\"id\": \"p-1\"}");
        answers.put("GET /payments?", "200 {\"items\": [1]}");
        answers.put("GET /payments/", "200 {\"id\": \"p-1\"}");
        answers.put("DELETE /payments/p-1", "200 {}");
        answers.put("GET /metrics", "200 requests_total 1\n");
        answers.put("GET /openapi.json", "200 {\"openapi\": \"3.0.3\", \"paths\": {\"/payments\": {\"post\": {}}}}");
        Files.writeString(folder.resolve("target.log"), "{}\n");
        yaml = """
                name: Acme
                urls: ["%1$s"]
                writes: allowed
                contract: playbook
                openapi: "%1$s/openapi.json"
                principals: {alice: {headers: {Authorization: "Bearer ${env:TOKEN}"}}}
                oracles:
                  log: {file: target.log}
                  metrics: {path: /metrics}
                  traces: {listen: %2$d}
                  lookup: {path: "/keys/${key}", state: /state}
                operations:
                  payment:
                    role: create
                    id: /id
                    read: "/payments/${payment.id}"
                    request: {method: POST, path: /payments, body: {reference: "${unique}"}}
                    effects: {list: {path: "/payments?reference=${unique}", count: /items}}
                    cleanup: {method: DELETE, path: "/payments/${payment.id}"}
                """.formatted(server.uri(), Ports.free());
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void all_of_it_works() {
        assertThat(check().values())
                .allSatisfy(row -> assertThat(row.works()).as(row.toString()).isTrue())
                .allSatisfy(row -> assertThat(row.isAdvice())
                        .as(row.toString())
                        .isEqualTo(row.what().equals("slow payment")))
                .extracting(row -> row.what().replaceAll(" by .*", ""))
                .containsExactly(
                        "openapi",
                        "urls",
                        "oracle log",
                        "oracle metrics",
                        "oracle traces",
                        "oracle lookup",
                        BODY,
                        OPERATION,
                        READ,
                        EFFECTS,
                        "slow payment",
                        "cleanup");
    }

    @Test
    void a_contract_whose_codes_stand_nobody_knows_where_gets_advice() {
        yaml = yaml.replace("contract: playbook", "contract: {extends: razorpay-transfers}");
        assertThat(check().get("contract"))
                .returns(true, Row::isAdvice)
                .returns("only a code tells refusals.payload_mismatch from other refusals", Row::actual);

        yaml = yaml.replace("razorpay-transfers", "razorpay-transfers, errors: {code: /error/code}");
        assertThat(check()).doesNotContainKey("contract");
    }

    @Test
    void who_waits_hears_what_is_being_tried() {
        List<String> heard = new ArrayList<>();
        new TargetCheck(file(), folder, new Progress() {
                    @Override
                    public void started(String what, List<String> clauses) {
                        heard.add(what);
                    }

                    @Override
                    public void finished(ScenarioResult result) {}
                })
                .run();
        assertThat(heard)
                .containsExactly("the urls and the oracles", OPERATION, EFFECTS, "what was created is cleaned up");
    }

    @Test
    void effects_that_only_show_as_growth_are_counted_for_each_operation() {
        String growth = "effects: {list: {path: /payments, count: /count, difference: true}}";
        yaml = yaml.replaceFirst("effects: .*", growth) + """
                  order:
                    role: create
                    request: {method: POST, path: /payments, body: {reference: "${unique}"}}
                    %s
                """.formatted(growth);
        answers.put("GET /payments ", "200 {\"count\": POSTED}");
        assertThat(check().values())
                .filteredOn(row -> row.what().startsWith("effects of"))
                .hasSize(2)
                .allSatisfy(row -> assertThat(row.works()).as(row.toString()).isTrue());
    }

    @ParameterizedTest
    @CsvSource({
        "log, file: target.log, file: no-such-folder/no.log, no.log",
        "metrics, path: /metrics, path: /no-metrics, /no-metrics answered 404"
    })
    void an_oracle_that_does_not_work_is_reported_and_the_rest_is_tried(
            String oracle, String good, String bad, String actual) {
        yaml = yaml.replace(good, bad);
        assertOnlyBroken("oracle " + oracle, actual, "correct «oracles." + oracle + "»");
    }

    @Test
    void a_database_that_is_not_there_is_reported_once_and_its_tables_are_not_asked_for() throws IOException {
        yaml = yaml.replace("oracles:\n", """
                oracles:
                  database:
                    url: "jdbc:postgresql://127.0.0.1:%d/none"
                    records: {table: records, key: key}
                """.formatted(Ports.free()));
        assertOnlyBroken("oracle database", "Connection to 127.0.0.1", "correct «oracles.database»");
        assertThat(check()).doesNotContainKey("oracle database.records");
    }

    @Test
    void a_receiver_of_spans_whose_port_is_taken_is_reported() throws IOException {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            yaml = yaml.replaceAll("listen: \\d+", "listen: " + taken.getLocalPort());
            assertOnlyBroken("oracle traces", String.valueOf(taken.getLocalPort()), "correct «oracles.traces»");
        }
    }

    @Test
    void a_principal_without_a_token_is_reported_with_the_reason_and_without_secrets() {
        answers.put("POST /token", "200 <html>hush-hush</html>");
        yaml = withToken();
        Row row = broken("principal alice");
        assertThat(row.actual()).isEqualTo("no token from /token: the response is an HTML page");
        assertThat(row.fix()).isEqualTo("correct its «token» or «sign»");
    }

    @Test
    void a_token_that_the_target_refuses_at_once_is_reported() {
        answers.put("POST /token", "200 {\"access_token\": \"t0ken\"}");
        answers.put("POST /payments", "401 {\"why\": \"t0ken\"}");
        yaml = withToken();
        assertThat(row("principal alice").works()).isTrue();
        assertThat(broken(OPERATION).actual()).isEqualTo("401 {\"why\": \"$ALICE_TOKEN\"}");
        assertThat(broken("token of alice").fix()).contains("scope and audience");
    }

    private String withToken() {
        return yaml.replace(
                "alice: {headers: {Authorization: \"Bearer ${env:TOKEN}\"}}",
                "alice: {token: {client_credentials: {url: /token, id: a, secret: \"${env:TOKEN}\"}}}");
    }

    @Test
    void an_operation_that_is_refused_is_reported_with_the_answer_and_without_secrets() {
        answers.put("POST /payments", "422 {\"why\": \"no rights for hush-hush\"}");
        Row row = broken(OPERATION);
        assertThat(row.actual()).startsWith("422 {\"why\": \"no rights for ").doesNotContain("hush-hush");
        assertThat(row.fix()).isEqualTo("check «request» of operations.payment");
        assertThat(check().keySet()).doesNotContain(READ).noneMatch(what -> what.startsWith(EFFECTS));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            body: {reference: "${unique}"}                                            | JSON, 36 bytes, sent as application/json
            headers: {Content-Type: application/xml}, body: "<a>${unique}</a>"        | XML, 27 bytes, sent as application/xml
            headers: {Content-Type: text/plain}, body: "${unique}"                    | a text, 20 bytes, sent as text/plain
            headers: {Content-Type: multipart/form-data}, body: {a: 1, b: "${unique}"} | the parts a, b
            headers: {Content-Type: application/x-www-form-urlencoded}, body: {a: "${unique}"} | a form, 22 bytes, sent as
            headers: {Content-Type: image/png, X-Ref: "${unique}"}, body_file: scan.png | the file scan.png, 3 bytes, sent as image/png
            """)
    void the_kind_of_a_body_is_shown(String body, String shown) throws IOException {
        Files.writeString(folder.resolve("scan.png"), "abc");
        yaml = yaml.replace("body: {reference: \"${unique}\"}", body);

        assertThat(row(BODY).works()).isTrue();
        assertThat(row(BODY).actual()).startsWith(shown);
    }

    @Test
    void a_media_type_that_the_api_does_not_take_is_reported() {
        answers.put("POST /payments", "415 {}");
        accepted = "application/vnd.acme+json";

        Row row = broken(BODY);
        assertThat(row.actual()).endsWith("sent as application/json, and refused with 415");
        assertThat(row.fix())
                .isEqualTo("the API does not take that media type, and says that it takes application/vnd.acme+json:"
                        + " correct Content-Type in «request.headers» of operations.payment, and the body");
        assertThat(broken(OPERATION).fix())
                .isEqualTo("check Content-Type in «request.headers» of operations.payment, and the body");
    }

    @Test
    void an_answer_without_the_id_is_reported() {
        answers.put("POST /payments", "201 {\"number\": \"p-1\"}");
        Row row = broken(OPERATION);
        assertThat(row.actual()).isEqualTo("201, which has no id at «/id»: {\"number\": \"p-1\"}");
        assertThat(row.fix()).isEqualTo("check «id» of operations.payment");
    }

    @Test
    void the_only_member_with_the_name_of_an_id_is_named_where_the_id_is_not() {
        answers.put("POST /payments", "201 {\"data\": {\"payment_id\": \"p-1\", \"paid\": true}}");

        assertThat(broken(OPERATION).actual())
                .isEqualTo("201, which has no id at «/id», but maybe one at «/data/payment_id»:"
                        + " {\"data\": {\"payment_id\": \"p-1\", \"paid\": true}}");
    }

    @Test
    void a_result_that_cannot_be_read_is_reported() {
        answers.put("GET /payments/", "404 {}");
        assertOnlyBroken(READ, "404 {}", "correct its «read»");
    }

    @ParameterizedTest
    @CsvSource({"'', 0", "'1, 2', 2"})
    void a_way_to_count_that_does_not_count_one_is_reported(String items, int count) {
        answers.put("GET /payments?", "200 {\"items\": [" + items + "]}");
        assertOnlyBroken(EFFECTS, count + " after one success", "it should count 1: does it look for ${unique}?");
    }

    @Test
    void a_way_to_count_that_counts_the_effects_of_others_is_reported() {
        yaml = yaml.replace("/payments?reference=${unique}", "/payments?all=true");
        assertOnlyBroken(
                EFFECTS,
                "1, counted by GET /payments?all=true for a request that was not sent",
                "it counts effects of others: make «effects» of operations.payment look for ${unique}");
    }

    @Test
    void a_way_to_count_that_does_not_answer_is_reported() {
        answers.put("GET /payments?", "500 {}");
        assertOnlyBroken(EFFECTS, "an oracle did not answer: GET " + server.uri(), "correct its «effects»");
    }

    @Test
    void an_operation_without_a_way_to_count_is_reported() {
        yaml = yaml.replaceAll(" *effects: .*\n", "");
        Row row = row(EFFECTS);

        assertThat(row.actual()).isEqualTo("no way to count them");
        assertThat(row.isAdvice())
                .as("more could be judged, and nothing is wrong")
                .isTrue();
    }

    @Test
    void what_is_slow_must_be_slow_enough() {
        assertThat(row("slow payment").fix())
                .contains("«takes»", "at least 1.0 s and less than 10.0 s (limits.answer)");
        yaml = yaml.replace("    role: create\n", "    role: create\n    takes: 1s\n")
                .replace("contract: playbook", "contract: {extends: playbook, in_progress: wait, wait_at_most: 2s}");
        Row quick = row("slow payment");

        assertThat(quick.isAdvice()).as(quick.toString()).isTrue();
        assertThat(quick.actual()).startsWith("201 after 0.");
        assertThat(quick.fix()).contains("is inconclusive: it must take at least 3.5 s");
    }

    @Test
    void without_leave_to_write_nothing_is_sent_and_the_oracles_are_tried() {
        yaml = yaml.replace("writes: allowed\n", "");
        assertThat(broken(OPERATION).actual()).isEqualTo("not tried: nothing unsafe is sent");
        assertThat(row("oracle metrics").works()).isTrue();
        assertThat(server.received()).allMatch(request -> request.line().startsWith("GET "));
    }

    @Test
    void a_cleanup_that_is_refused_is_reported() {
        answers.put("DELETE /payments/p-1", "403 {}");
        assertOnlyBroken("cleanup", "1 refused", "correct the «cleanup» of the operation");
    }

    @Test
    void a_document_that_does_not_describe_the_operation_is_reported() {
        answers.put("GET /openapi.json", "200 {\"openapi\": \"3.0.3\", \"paths\": {\"/pay\": {\"post\": {}}}}");
        assertOnlyBroken(
                "openapi", "it does not describe [payment]", "compare the paths of the operations with its own");
    }

    @Test
    void a_document_that_is_not_there_is_reported() {
        answers.put("GET /openapi.json", "404 {}");
        assertOnlyBroken("openapi", "404", "correct the document, or the member «openapi»");
    }

    @Test
    void where_nobody_answers_nothing_else_is_tried() throws IOException {
        yaml = yaml.replaceAll("urls: .*", "urls: [\"http://127.0.0.1:" + Ports.free() + "\"]")
                .replaceAll("openapi: .*\n", "");
        assertThat(check().values()).singleElement().satisfies(row -> {
            assertThat(row.what()).isEqualTo("urls");
            assertThat(row.works()).isFalse();
            assertThat(row.fix()).isEqualTo("nothing else can be tried before that works");
        });
    }

    private void assertOnlyBroken(String what, String actual, String fix) {
        Row row = broken(what);
        assertThat(row.actual()).contains(actual);
        assertThat(row.fix()).isEqualTo(fix);
        assertThat(check().values())
                .as("the rest is tried and works")
                .filteredOn(Row::works)
                .extracting(Row::what)
                .contains("urls", "oracle lookup", OPERATION);
        assertThat(check().values()).filteredOn(one -> !one.works()).hasSize(1);
    }

    private Row broken(String what) {
        Row row = row(what);
        assertThat(row.works()).as(row.toString()).isFalse();
        return row;
    }

    private Row row(String what) {
        return check().values().stream()
                .filter(row -> row.what().equals(what) || row.what().startsWith(what + " by "))
                .findFirst()
                .orElseThrow(() -> new AssertionError(what));
    }

    private TargetFile file() {
        return TargetFile.of(YamlFile.of("acme.yaml", yaml), folder, Map.of("TOKEN", "hush-hush"));
    }

    private Map<String, Row> check() {
        Map<String, Row> rows = new LinkedHashMap<>();
        List<Row> checked = new TargetCheck(file(), folder).run();
        checked.forEach(row -> rows.put(row.what(), row));
        assertThat(rows).as("each has a row of its own").hasSameSizeAs(checked);
        return rows;
    }

    private void answer(Received request, Socket connection) throws IOException {
        String answer = answers.keySet().stream()
                .filter(request.line()::startsWith)
                .findFirst()
                .map(line -> Objects.requireNonNull(answers.get(line)))
                .map(found -> isOfNothing(request) ? "200 {\"items\": []}" : found)
                .orElse("404 {}");
        long posted = server.received().stream()
                .filter(one -> one.line().startsWith("POST /payments"))
                .count();
        String body = answer.substring(4).replace("POSTED", String.valueOf(posted));
        connection
                .getOutputStream()
                .write(("HTTP/1.1 " + answer.substring(0, 3) + " Said\r\nContent-Type: application/json\r\n"
                                + (accepted.isEmpty() ? "" : "Accept-Post: " + accepted + "\r\n")
                                + "Content-Length: " + body.length() + "\r\n\r\n" + body)
                        .getBytes(StandardCharsets.UTF_8));
    }

    /** Whether it lists by a reference that nothing was sent with. */
    private boolean isOfNothing(Received request) {
        String[] listed = request.line().split("[?]reference=| HTTP", -1);
        return listed.length == 3
                && server.received().stream().noneMatch(other -> other.body().contains(listed[1]));
    }
}
