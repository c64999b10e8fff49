package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RecordingDraftTest {
    private static final String HOST = "https://pay.staging.example";
    private static final String PAYMENT = "{\"amount\": 1000, \"currency\": \"EUR\", \"reference\": \"order-77\"}";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_recorded_session_becomes_operations_that_know_what_comes_before() throws IOException {
        RecordingDraft draft = har(
                entry("POST", HOST + "/v1/payments", PAYMENT, 201, "{\"id\": \"pay_8812\", \"amount\": 1000}"),
                entry(
                        "GET",
                        HOST + "/v1/payments?reference=order-77",
                        null,
                        200,
                        "{\"items\": [{\"id\": \"pay_8812\"}]}"),
                entry("GET", HOST + "/v1/payments/pay_8812", null, 200, "{\"id\": \"pay_8812\"}"),
                entry(
                        "POST",
                        HOST + "/v1/payments/pay_8812/refunds",
                        "{\"amount\": 300}",
                        201,
                        "{\"id\": \"re_4410\"}"),
                entry("POST", HOST + "/v1/notes", "{\"about\": \"re_4410\", \"note\": \"late\"}", 200, "{}"));

        Target target = target(draft);

        assertThat(target.urls()).extracting(String::valueOf).containsExactly(HOST);
        assertThat(target.allowsWrites()).isFalse();
        assertThat(target.operations()).containsOnlyKeys("payment", "refund", "note");
        Operation payment = operation(target, "payment");
        assertThat(payment.role()).isEqualTo(Role.CREATE);
        assertThat(payment.request().body())
                .hasToString("{\"amount\":1000,\"currency\":\"EUR\",\"reference\":\"${unique}\"}");
        assertThat(payment.success()).hasToString("201");
        assertThat(payment.id()).isEqualTo("/id");
        assertThat(payment.read()).isEqualTo("/v1/payments/${payment.id}");
        assertThat(payment.intent()).hasToString("{/amount=1100}");
        assertThat(Objects.requireNonNull(payment.effects()).list())
                .containsExactly(
                        new Operation.Listing("/v1/payments?reference=${unique}", "/items", Map.of(), null, false));
        Operation refund = operation(target, "refund");
        assertThat(refund.role()).isEqualTo(Role.REVERSE);
        assertThat(refund.after()).isEqualTo("payment");
        assertThat(refund.request().path()).isEqualTo("/v1/payments/${payment.id}/refunds");
        assertThat(refund.intent()).hasToString("{/amount=270}");
        Operation note = operation(target, "note");
        assertThat(note.after()).isEqualTo("refund");
        assertThat(note.request().body()).hasToString("{\"about\":\"${refund.id}\",\"note\":\"${unique}\"}");
    }

    /** Firefox can give each POST a key of its own, the login too. */
    @Test
    void a_key_that_the_browser_gives_each_request_says_nothing_of_the_api() throws IOException {
        String login = entry(
                "POST",
                HOST + "/login",
                "{\"user\": \"a\"}",
                200,
                "{}",
                "Idempotency-Key",
                "\\\"1844674407370955161\\\"");
        RecordingDraft draft = har(
                login,
                entry("POST", HOST + "/payments", PAYMENT, 201, "{\"id\": \"p1\"}", "Idempotency-Key", "\\\"42\\\""));

        assertThat(draft.toString()).contains("guess: no request has an idempotency key");
        assertThat(draft.notImported())
                .anySatisfy(line -> assertThat(line)
                        .contains("it seems that the browser adds it. Does your API itself take this header?"));
        assertThat(har(login, entry("POST", HOST + "/payments", PAYMENT, 201, "{}", "Idempotency-Key", "k-1"))
                        .toString())
                .contains("nothing but the place of the key");
    }

    @Test
    void an_operation_that_needs_two_others_comes_after_both() throws IOException {
        Target target = target(har(
                entry("POST", HOST + "/customers", "{\"name\": \"x\"}", 201, "{\"id\": \"cus_551234\"}"),
                entry("POST", HOST + "/cards", "{\"pan\": \"1\"}", 201, "{\"id\": \"card_551234\"}"),
                entry(
                        "POST",
                        HOST + "/charges",
                        "{\"customer\": \"cus_551234\", \"source\": \"card_551234\"}",
                        201,
                        "{\"id\": \"ch_1\"}")));

        assertThat(operation(target, "charge").after()).isEqualTo("card");
        assertThat(operation(target, "card").after()).isEqualTo("customer");
        assertThat(operation(target, "charge").request().body())
                .hasToString("{\"customer\":\"${customer.id}\",\"source\":\"${card.id}\"}");
    }

    @Test
    void credentials_are_variables_wherever_they_stand() throws IOException {
        RecordingDraft draft = har(entry(
                "POST",
                HOST + "/payments?api_key=key-in-query",
                "{\"amount\": 1, \"password\": \"pass-in-body\", \"echo\": \"tok-in-header\"}",
                201,
                "{}",
                "Authorization",
                "Bearer tok-in-header",
                "Cookie",
                "sid=cookie-value",
                "Idempotency-Key",
                "first-key",
                "User-Agent",
                "Browser",
                "X-Tenant",
                "north"));

        assertThat(draft.toString())
                .contains("Bearer ${env:API_TOKEN}", "${env:COOKIE}", "api_key=${env:API_KEY}", "${env:PASSWORD}")
                .doesNotContain(
                        "tok-in-header", "cookie-value", "key-in-query", "pass-in-body", "first-key", "Browser");
        assertThat(draft.missingVariables()).containsExactly("API_KEY", "API_TOKEN", "COOKIE", "PASSWORD");
        Target target = target(draft);
        assertThat(target.principals()).containsOnlyKeys("alice");
        assertThat(operation(target, "payment").request().headers()).containsExactly(Map.entry("X-Tenant", "north"));
    }

    @Test
    void the_key_is_where_a_request_has_it_and_what_has_none_is_only_prepared() throws IOException {
        RecordingDraft draft = har(
                entry("POST", HOST + "/carts", "{\"note\": \"x\"}", 201, "{\"id\": \"cart_4451\"}"),
                entry(
                        "POST",
                        HOST + "/carts/cart_4451/orders",
                        "{\"idempotency_key\": \"k\", \"note\": \"x\"}",
                        201,
                        "{\"id\": 7}"));

        TargetFile file = file(draft);

        assertThat(file.contract().key().in()).isEqualTo(Key.Place.BODY);
        assertThat(file.contract().key().name()).isEqualTo("idempotency_key");
        assertThat(operation(file.target(), "cart").role()).isEqualTo(Role.SETUP);
        assertThat(operation(file.target(), "order").role()).isEqualTo(Role.CREATE);
        assertThat(operation(file.target(), "order").request().body()).hasToString("{\"note\":\"${unique}\"}");
    }

    @Test
    void what_cannot_be_imported_is_named_with_its_place() throws IOException {
        RecordingDraft draft = har(
                entry("POST", HOST + "/login", "{\"user\": \"a\"}", 200, "{}"),
                entry("POST", HOST + "/payments", PAYMENT, 422, "{}"),
                entry("POST", HOST + "/payments", PAYMENT, 201, "{\"id\": 1}"),
                entry("POST", HOST + "/payments", PAYMENT, 201, "{\"id\": 2}"),
                entry("POST", "https://metrics.example/collect", "{\"a\": 1}", 204, ""),
                entry("POST", HOST + "/files", "--x", 201, "{}", "Content-Type", "multipart/form-data; boundary=x"),
                entry("POST", HOST + "/broken", "{\"a\":", 201, "{}", "Content-Type", "application/json"),
                entry("GET", HOST + "/logo.png", null, 200, ""));

        assertThat(draft.operations()).containsExactly(Map.entry("payment", "POST /payments"));
        assertThat(draft.notImported())
                .hasSize(6)
                .satisfiesExactlyInAnyOrder(
                        one -> assertThat(one).startsWith("entry 1, POST /login: looks like a way to sign in"),
                        one -> assertThat(one).startsWith("entry 2, POST /payments: was answered with 422"),
                        one -> assertThat(one).startsWith("entry 4, POST /payments: is the operation payment again"),
                        one -> assertThat(one).startsWith("entry 5, POST /collect: goes to https://metrics.example"),
                        one -> assertThat(one).startsWith("entry 6: its body has several parts (multipart/form-data)"),
                        one -> assertThat(one)
                                .startsWith("entry 7, POST /broken: the body of entry 7 is no JSON: at line 1"));
        assertThat(draft.toString()).contains("# - entry 2, POST /payments: was answered with 422");
    }

    @Test
    void bodies_in_base64_are_read_and_bytes_are_not() throws IOException {
        String request = base64(PAYMENT.getBytes(StandardCharsets.UTF_8));
        String response = base64("{\"data\": {\"id\": \"p-1\"}}".getBytes(StandardCharsets.UTF_8));
        String bytes = base64(new byte[] {(byte) 0xFF, (byte) 0xFE, 0});
        RecordingDraft draft = draft("""
                {"log": {"entries": [
                  {"request": {"method": "POST", "url": "%s/payments",
                    "postData": {"mimeType": "application/json", "encoding": "base64", "text": "%s"}},
                   "response": {"status": 201, "content": {"encoding": "base64", "text": "%s"}}},
                  {"request": {"method": "POST", "url": "%s/images",
                    "postData": {"mimeType": "image/png", "encoding": "base64", "text": "%s"}},
                   "response": {"status": 201, "content": {}}}]}}
                """.formatted(HOST, request, response, HOST, bytes));

        Operation payment = operation(target(draft), "payment");
        assertThat(payment.id()).isEqualTo("/data/id");
        assertThat(String.valueOf(payment.request().body())).contains("\"amount\":1000");
        assertThat(draft.notImported()).singleElement().asString().startsWith("entry 2: its body is no text in UTF-8");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{ | :1: is no JSON: Unexpected end-of-input | Export the recording again",
                "[] | :1: is no JSON object | Save all as HAR",
                "{\"item\": []} | is no HTTP archive: it has no list log.entries | Export the recording again",
                "{\"log\": {\"entries\": []}} | has no request that changes something and succeeds | Record one"
            })
    void a_malformed_archive_is_an_error_that_says_what_to_do(String text, String message, String advice) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> draft(text))
                .withMessageContaining("session.har")
                .withMessageContaining(message)
                .withMessageContaining(advice);
    }

    private static String base64(byte[] bytes) {
        return Base64.getEncoder().encodeToString(bytes);
    }

    private RecordingDraft har(String... entries) throws IOException {
        return draft("{\"log\": {\"entries\": [" + String.join(",", entries) + "]}}");
    }

    private RecordingDraft draft(String har) throws IOException {
        Path file = folder.resolve("session.har");
        Files.writeString(file, har);
        return new RecordingDraft(HarFile.read(file), Map.of());
    }

    private static String entry(
            String method, String url, @Nullable String body, int status, String response, String... headers) {
        List<String> pairs = new ArrayList<>();
        for (int i = 0; i < headers.length; i += 2) {
            pairs.add("{\"name\": \"%s\", \"value\": \"%s\"}".formatted(headers[i], headers[i + 1]));
        }
        String posted = body == null
                ? ""
                : ", \"postData\": {\"mimeType\": \"%s\", \"text\": %s}"
                        .formatted(
                                String.join(" ", headers).contains("multipart")
                                        ? "multipart/form-data"
                                        : "application/json",
                                quoted(body));
        return """
                {"request": {"method": "%s", "url": "%s", "headers": [%s]%s},
                 "response": {"status": %d, "content": {"mimeType": "application/json", "text": %s}}}
                """.formatted(method, url, String.join(",", pairs), posted, status, quoted(response));
    }

    private static String quoted(String text) {
        return "\"" + text.replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
    }

    static Target target(RecordingDraft draft) {
        return file(draft).target();
    }

    static TargetFile file(RecordingDraft draft) {
        return ReadBack.of(draft.toString());
    }

    static Operation operation(Target target, String name) {
        return Objects.requireNonNull(target.operations().get(name), name);
    }
}
