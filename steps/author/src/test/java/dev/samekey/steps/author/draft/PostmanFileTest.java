package dev.samekey.steps.author.draft;

import static dev.samekey.steps.author.draft.RecordingDraftTest.file;
import static dev.samekey.steps.author.draft.RecordingDraftTest.operation;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PostmanFileTest {
    private static final String COLLECTION = """
            {
              "info": {"name": "Acme payments", "schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"},
              "auth": {"type": "bearer", "bearer": [{"key": "token", "value": "{{acmeToken}}", "type": "string"}]},
              "variable": [
                {"key": "host", "value": "pay.staging.example"},
                {"key": "baseUrl", "value": "https://{{host}}/v1"},
                {"key": "acmeToken", "value": "tok-in-collection"},
                {"key": "currency", "value": "EUR"}
              ],
              "event": [{"listen": "prerequest", "script": {"exec": ["pm.environment.set('a', 1);"]}}],
              "item": [
                {"name": "Payments", "variable": [{"key": "currency", "value": "USD"}], "item": [
                  {"name": "Create a payment",
                   "request": {"method": "POST", "url": {"raw": "{{baseUrl}}/payments"},
                     "header": [{"key": "Idempotency-Key", "value": "{{$guid}}"}, {"key": "X-Old", "value": "1", "disabled": true}],
                     "body": {"mode": "raw", "raw": "{\\"amount\\": {{amount}}, \\"currency\\": \\"{{currency}}\\", \\"reference\\": \\"{{$randomUUID}}\\"}",
                       "options": {"raw": {"language": "json"}}}},
                   "response": [
                     {"name": "refused", "code": 422, "body": "{}"},
                     {"name": "made", "code": 201, "body": "{\\"payment\\": {\\"id\\": \\"p1\\"}}"}]},
                  {"name": "Get a payment", "request": {"method": "GET", "url": "{{baseUrl}}/payments/{{paymentId}}"}},
                  {"name": "Refund payment",
                   "request": {"method": "POST", "url": {"raw": "{{baseUrl}}/payments/:paymentId/refunds",
                       "variable": [{"key": "paymentId", "value": "p9"}]},
                     "header": [{"key": "Idempotency-Key", "value": "{{$guid}}"}],
                     "body": {"mode": "urlencoded", "urlencoded": [
                       {"key": "amount", "value": "300"}, {"key": "memo", "value": "a b"}, {"key": "x", "value": "1", "disabled": true}]}}},
                  {"name": "Attach",
                   "request": {"method": "POST", "url": "{{baseUrl}}/files", "body": {"mode": "formdata", "formdata": []}}}
                ]}
              ]
            }
            """;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_collection_becomes_a_target_file_with_its_folders_and_variables() throws IOException {
        RecordingDraft draft = draft(COLLECTION);
        TargetFile file = file(draft);
        Target target = file.target();

        assertThat(target.name()).isEqualTo("Acme payments");
        assertThat(target.urls()).extracting(String::valueOf).containsExactly("https://pay.staging.example");
        assertThat(target.operations()).containsOnlyKeys("payment", "refund-payment");
        Operation payment = operation(target, "payment");
        assertThat(payment.request().path()).isEqualTo("/v1/payments");
        assertThat(payment.request().headers()).isNullOrEmpty();
        assertThat(payment.request().body())
                .hasToString("{\"amount\":\"value-of-AMOUNT\",\"currency\":\"USD\",\"reference\":\"${unique}\"}");
        assertThat(payment.success()).hasToString("201");
        assertThat(payment.id()).isEqualTo("/payment/id");
        assertThat(payment.read()).isEqualTo("/v1/payments/${payment.id}");
        Operation refund = operation(target, "refund-payment");
        assertThat(refund.after()).isEqualTo("payment");
        assertThat(refund.request().path()).isEqualTo("/v1/payments/${payment.id}/refunds");
        assertThat(refund.request().body()).hasToString("{\"amount\":\"300\",\"memo\":\"${unique}\"}");
        assertThat(refund.success()).isNull();
    }

    private static String collection(String version, String items) {
        return "{\"info\": {\"name\": \"Shop\", \"schema\": \"https://schema.getpostman.com/json/collection/" + version
                + "/collection.json\"}, \"auth\": {\"type\": \"bearer\", \"bearer\": {\"token\": \"{{shopToken}}\"}}, \"item\": ["
                + items + "]}";
    }

    @Test
    void an_item_without_a_key_gives_way_to_a_later_one_that_has_it() throws IOException {
        RecordingDraft draft = draft(collection("v2.1.0", """
                {"name": "Create parcel", "request": {"method": "POST", "url": "http://localhost/parcels",
                   "body": {"mode": "raw", "raw": "{\\"weight\\": 1}"}},
                 "response": [{"code": 201, "body": "{\\"id\\": \\"p1\\"}"}]},
                {"name": "Send parcel", "request": {"method": "POST", "url": "http://localhost/parcels/{{parcelId}}/send",
                   "header": [{"key": "Idempotency-Key", "value": "b"}]}},
                {"name": "Create parcel, once", "request": {"method": "POST", "url": "http://localhost/parcels",
                   "header": [{"key": "Idempotency-Key", "value": "a"}], "body": {"mode": "raw", "raw": "{\\"weight\\": 2}"}}}
                """));

        Operation parcel = operation(file(draft).target(), "parcel");
        assertThat(parcel.role()).isEqualTo(Role.CREATE);
        assertThat(parcel.request().body()).hasToString("{\"weight\":2}");
        assertThat(parcel.success()).hasToString("201");
        assertThat(operation(file(draft).target(), "send-parcel").after()).isEqualTo("parcel");
        assertThat(draft.notImported())
                .containsExactly(
                        "item «Create parcel», POST /parcels: has no key, so that its operation is drafted from item"
                                + " «Create parcel, once»");
    }

    @Test
    void a_collection_of_version_2_0_is_read_with_urls_in_parts_and_headers_in_one_text() throws IOException {
        RecordingDraft draft = draft(collection("v2.0.0", """
                {"name": "Create parcel", "request": {"method": "POST", "header": "Idempotency-Key: a\\nX-Shop: 7",
                  "url": {"protocol": "http", "host": ["shop", "example"], "port": "8080", "path": ["v1", "parcels"],
                    "query": [{"key": "dry", "value": "no"}]}}}
                """));

        Target target = file(draft).target();
        assertThat(target.urls()).extracting(String::valueOf).containsExactly("http://shop.example:8080");
        assertThat(operation(target, "parcel").request().path()).isEqualTo("/v1/parcels?dry=no");
        assertThat(operation(target, "parcel").request().headers()).containsExactly(Map.entry("X-Shop", "7"));
        assertThat(draft.toString()).contains("Bearer ${env:SHOP_TOKEN}");
    }

    @Test
    void scripts_are_counted_and_what_has_one_is_imported() throws IOException {
        RecordingDraft draft = draft(COLLECTION);

        assertThat(draft.scripts()).isEqualTo(1);
        assertThat(draft.toString()).contains("# Scripts not run: 1");
    }

    @Test
    void its_credentials_are_variables_and_what_is_not_imported_is_named() throws IOException {
        RecordingDraft draft = draft(COLLECTION);

        assertThat(draft.toString()).contains("Bearer ${env:ACME_TOKEN}").doesNotContain("tok-in-collection");
        assertThat(draft.missingVariables()).containsExactly("ACME_TOKEN", "AMOUNT");
        assertThat(draft.notImported())
                .containsExactly(
                        "item «Payments / Attach»: its body is of the mode formdata, and «samekey init» imports JSON, forms and texts");
    }

    @Test
    void a_host_without_a_value_and_an_id_that_nothing_makes_are_asked_of_the_environment() throws IOException {
        RecordingDraft draft = draft("""
                {"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [
                  {"name": "Cancel booking", "request": {"method": "POST", "url": "{{baseUrl}}/bookings/{{bookingId}}/cancel",
                    "auth": {"type": "apikey", "apikey": [{"key": "key", "value": "X-Acme"}, {"key": "value", "value": "literal-key"}]}}}]}
                """);

        assertThat(draft.missingVariables()).containsExactly("API_KEY", "BASE_URL", "BOOKING_ID");
        assertThat(draft.toString())
                .contains("${env:BASE_URL}", "/bookings/${env:BOOKING_ID}/cancel", "X-Acme: \"${env:API_KEY}\"")
                .doesNotContain("literal-key");
    }

    @Test
    void a_key_that_is_switched_off_is_one_and_each_operation_has_its_own_place() throws IOException {
        RecordingDraft draft = draft(collection("v2.1.0", """
                {"name": "Create parcel", "request": {"method": "POST", "url": "http://localhost/parcels",
                  "header": [{"key": "X-Request-Id", "value": "r"}, {"key": "Idempotency-Key", "value": "", "disabled": true}],
                  "body": {"mode": "raw", "raw": "{\\"weight\\": 1}"}}},
                {"name": "Create bag", "request": {"method": "POST", "url": "http://localhost/bags",
                  "body": {"mode": "raw", "raw": "{\\"idempotency_key\\": \\"k-1\\", \\"size\\": 1}"}}}
                """));

        Target target = file(draft).target();
        assertThat(file(draft).contract().key().name()).isEqualTo("Idempotency-Key");
        assertThat(operation(target, "parcel").role()).isEqualTo(Role.CREATE);
        assertThat(operation(target, "parcel").request().headers()).containsOnlyKeys("X-Request-Id");
        assertThat(String.valueOf(
                        Objects.requireNonNull(operation(target, "bag").key()).member()))
                .isEqualTo("/idempotency_key");
        assertThat(operation(target, "bag").request().body()).hasToString("{\"size\":1}");
    }

    private static final String HOSTS = """
            {"name": "Create parcel", "request": {"method": "POST", "header": [{"key": "Idempotency-Key", "value": "{{$guid}}"},
                {"key": "X-Shop", "value": null}],
              "url": {"protocol": "{{protocol}}", "host": ["{{host}}"], "path": ["{{version}}", "parcels"],
                "query": [{"key": "dry", "value": null}]}}}
            """;

    @Test
    void the_variables_of_an_environment_count_before_those_of_the_collection() throws IOException {
        Path environment = folder.resolve("staging.json");
        Files.writeString(environment, """
                {"name": "staging", "_postman_variable_scope": "environment", "values": [
                  {"key": "protocol", "value": "http", "enabled": true}, {"key": "host", "value": "localhost:9000", "enabled": true},
                  {"key": "version", "value": "v9", "enabled": false}, {"key": "shopToken", "value": "hidden", "type": "secret"}]}
                """);
        Path path = folder.resolve("collection.json");
        Files.writeString(
                path,
                collection("v2.1.0", HOSTS)
                        .replace(
                                "\"item\"",
                                "\"variable\": [{\"key\": \"host\", \"value\": \"old\"}, {\"key\": \"version\", \"value\": \"v1\"}], \"item\""));

        RecordingDraft draft = new RecordingDraft(PostmanFile.read(path, environment), Map.of());
        Target target = file(draft).target();
        assertThat(target.urls()).extracting(String::valueOf).containsExactly("http://localhost:9000");
        assertThat(operation(target, "parcel").request().path()).isEqualTo("/v1/parcels?dry=");
        assertThat(operation(target, "parcel").request().headers()).isNullOrEmpty();
        assertThat(draft.toString()).contains("${env:SHOP_TOKEN}").doesNotContain("hidden");
    }

    @ParameterizedTest
    @ValueSource(strings = {"v2.0.0", "v2.1.0"})
    void a_variable_without_a_value_is_one_of_the_environment_wherever_it_stands(String version) throws IOException {
        RecordingDraft draft = draft(collection(version, HOSTS));

        assertThat(draft.missingVariables()).containsExactly("HOST", "PROTOCOL", "SHOP_TOKEN", "VERSION");
        assertThat(draft.toString())
                .contains(
                        "${env:PROTOCOL}://${env:HOST}",
                        "set its variables, so that it is like https://staging.example");
        assertThat(ReadableDraft.of(draft.toString(), folder).leftOut()).isEmpty();
        assertThat(operation(ReadBack.of(draft.toString()).target(), "parcel")
                        .request()
                        .path())
                .isEqualTo("/value-of-VERSION/parcels?dry=");
    }

    @Test
    void an_environment_in_place_of_a_collection_is_told_apart_and_so_is_the_reverse() throws IOException {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> draft("{\"values\": [], \"_postman_variable_scope\": \"environment\"}"))
                .withMessageContaining("is an environment of Postman: write --postman COLLECTION --environment");
        Path path = folder.resolve("collection.json");
        Files.writeString(path, "{\"collection\": " + COLLECTION + "}");
        assertThat(PostmanFile.read(path).requests()).hasSize(3);
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> PostmanFile.read(path, path))
                .withMessageContaining("is no environment of Postman");
    }

    @Test
    void a_mutation_says_where_its_payload_and_its_refusals_are() throws IOException {
        RecordingDraft draft = draft("""
                {"info": {"schema": "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"}, "item": [
                  {"name": "Charge", "request": {"method": "POST", "url": "http://localhost/graphql",
                    "header": [{"key": "Idempotency-Key", "value": "k"}],
                    "body": {"mode": "graphql", "graphql": {"query": "mutation Charge($input: I!) { charge(input: $input) { id } }",
                      "variables": "{\\"input\\": {\\"amount\\": 5, \\"reference\\": \\"r\\"}}"}}}}]}
                """);

        Operation charge = operation(file(draft).target(), "charge");
        assertThat(String.valueOf(charge.payload())).isEqualTo("/variables");
        assertThat(charge.refusedBy()).isEqualTo("/errors");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{\"log\": {}} | is no collection of Postman",
                "{\"info\": {\"schema\": \"https://schema.getpostman.com/json/collection/v1.0.0/collection.json\"}, \"item\": []} | is a collection of another version",
                "{\"info\": | is no JSON"
            })
    void a_malformed_collection_is_an_error_that_says_what_to_do(String text, String message) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> draft(text))
                .withMessageContaining("collection.json")
                .withMessageContaining(message)
                .withMessageContaining("«Collection v2.1»");
    }

    private RecordingDraft draft(String collection) throws IOException {
        Path path = folder.resolve("collection.json");
        Files.writeString(path, collection);
        return new RecordingDraft(PostmanFile.read(path), Map.of());
    }

    @Test
    void a_placeholder_in_a_number_gets_quotes_and_one_in_a_text_does_not() {
        PostmanVariables none = PostmanVariables.NONE;

        assertThat(none.filledJson("{\"a\": {{n}}, \"b\": \"x{{n}}\\\"{{n}}\", \"c\": {{$randomInt}}}"))
                .isEqualTo("{\"a\": \"${env:N}\", \"b\": \"x${env:N}\\\"${env:N}\", \"c\": 500}");
        assertThat(Objects.requireNonNull(none.values())).isEmpty();
    }
}
