package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Signing;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Token;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DraftTest {
    private static final String PAYMENTS = """
            openapi: 3.1.0
            info: {title: Acme payments}
            servers:
              - {url: "https://pay.acme.example/v1/", description: Production}
              - {url: "https://pay.staging.acme.example/v1"}
            security: [{token: []}]
            paths:
              /payments:
                post:
                  parameters: [{$ref: "#/components/parameters/Key"}]
                  requestBody:
                    content:
                      application/json:
                        schema:
                          allOf:
                            - {$ref: "#/components/schemas/Money"}
                            - {type: object, required: [order_id], properties: {order_id: {type: [string, "null"]}}}
                  responses:
                    "201": {content: {application/json: {schema: {$ref: "#/components/schemas/Payment"}}}}
                    "409": {description: Another request under this key is still being processed.}
                    "422": {description: The key was used with a different payload.}
                get:
                  parameters: [{name: order_id, in: query, schema: {type: string}}]
                  responses:
                    "200":
                      content:
                        application/json:
                          schema: {properties: {data: {type: array, items: {$ref: "#/components/schemas/Payment"}}}}
              /payments/{id}/refunds:
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                post:
                  parameters: [{$ref: "#/components/parameters/Key"}]
                  requestBody:
                    content: {application/json: {example: {amount: 300, note: late}}}
                  responses: {"201": {description: Done}}
              /payments/{id}:
                parameters: [{name: id, in: path, required: true, schema: {type: string}}]
                get: {responses: {"200": {description: It}}}
                delete:
                  responses: {"204": {description: Gone}}
              /oauth/token:
                post: {responses: {"200": {description: A token}}}
            components:
              securitySchemes: {token: {type: http, scheme: bearer}}
              parameters:
                Key: {name: X-Acme-Idempotency-Key, in: header, required: true, description: "Lives for 48 hours.", schema: {type: string, maxLength: 64}}
              schemas:
                Money: {type: object, required: [amount, currency], properties: {amount: {type: integer, minimum: 1, example: 1000}, currency: {enum: [EUR, USD]}}}
                Payment: {type: object, properties: {id: {type: string}}}
            """;

    private static String drafted(String document) {
        return new Draft(Document.of(YamlFile.of("api.yaml", document)), "api.yaml").toString();
    }

    private static TargetFile target(String document) {
        return ReadBack.of(drafted(document), Map.of("TOKEN", "secret"));
    }

    private static <T> T there(@Nullable T value) {
        return Objects.requireNonNull(value);
    }

    @Test
    void a_draft_can_be_read_and_sends_nothing_unsafe() {
        TargetFile file = target(PAYMENTS);

        assertThat(drafted(PAYMENTS)).startsWith("# yaml-language-server: $schema=.samekey/target.schema.json\n");
        assertThat(file.target().allowsWrites()).isFalse();
        assertThat(file.target().name()).isEqualTo("Acme payments");
        assertThat(file.target().openapi()).isEqualTo("api.yaml");
        assertThat(there(file.target().principals().get("alice")).headers())
                .containsEntry("Authorization", "Bearer secret");
    }

    @Test
    void a_server_for_tests_comes_before_production() {
        assertThat(target(PAYMENTS).target().urls())
                .extracting(String::valueOf)
                .containsExactly("https://pay.staging.acme.example/v1");
        assertThat(drafted(PAYMENTS)).contains("# - https://pay.acme.example/v1\n");
    }

    @Test
    void the_contract_says_what_the_document_says_of_keys() {
        var contract = target(PAYMENTS).contract();

        assertThat(contract.key())
                .isEqualTo(new Key(Key.Place.HEADER, "X-Acme-Idempotency-Key", true, null, null, 64, null, null));
        assertThat(there(contract.lifetime()).normal()).hasHours(48);
        assertThat(there(contract.refusal(Reason.PAYLOAD_MISMATCH)).statuses()).containsExactly(422);
        assertThat(there(contract.refusal(Reason.IN_PROGRESS)).statuses()).containsExactly(409);
        assertThat(contract.refusal(Reason.MISSING_KEY)).isNull();
        assertThat(contract.replay()).isNull();
    }

    @Test
    void the_codes_of_refusals_are_taken_from_examples_of_the_answers() {
        String document = PAYMENTS.replace(
                        "\"409\": {description: Another request under this key is still being processed.}", """
                "400": {description: The key is missing, content: {application/problem+json: {example: {type: about:blank, code: KEY_MISSING}}}}
                        "409":
                          description: Another request under this key is still being processed, or it had a different payload.
                          content:
                            application/problem+json:
                              examples:
                                gone: {value: {code: GONE}}
                                mismatch: {value: {code: PAYLOAD_MISMATCH}}
                                in_progress: {$ref: "#/components/examples/Busy"}""")
                + "  examples: {Busy: {summary: still in progress, value: {code: BUSY}}}\n";
        var contract = target(document).contract();

        assertThat(contract.errorCode()).hasToString("/code");
        assertThat(contract.refusal(Reason.MISSING_KEY)).isEqualTo(Refusal.of(400, "KEY_MISSING"));
        assertThat(contract.refusal(Reason.PAYLOAD_MISMATCH)).isEqualTo(Refusal.of(409, "PAYLOAD_MISMATCH"));
        assertThat(contract.refusal(Reason.IN_PROGRESS)).isEqualTo(Refusal.of(409, "BUSY"));
        assertThat(drafted(document)).containsPattern("errors:   # guess").containsPattern("refusals:   # guess");
    }

    @Test
    void who_sends_is_guessed_where_a_scheme_is_not_used_or_only_a_401_tells() {
        String unused = PAYMENTS.replace("security: [{token: []}]\n", "");
        String used = unused.replaceAll(" *securitySchemes: .*\n", "")
                .replace("\"409\":", "\"401\": {description: Who are you}\n        \"409\":");

        for (String document : List.of(unused, used)) {
            assertThat(there(target(document).target().principals().get("alice"))
                            .headers())
                    .containsEntry("Authorization", "Bearer secret");
            assertThat(drafted(document)).contains("principals:   # guess: no operation says which scheme it wants");
        }
        assertThat(drafted(PAYMENTS)).contains("principals:   # the environment has the secrets");
        assertThat(drafted(used.replace("401", "402"))).contains("# principals: {alice");
    }

    @Test
    void a_token_is_fetched_where_the_document_names_a_grant_without_a_person() {
        String client = PAYMENTS.replace("[{token: []}]", "[{token: [pay, read]}]")
                .replace(
                        "{type: http, scheme: bearer}",
                        "{type: oauth2, flows: {authorizationCode: {tokenUrl: https://id.example/a}, clientCredentials: {tokenUrl:"
                                + " https://id.example/token, scopes: {}}}}");
        String password = PAYMENTS.replace(
                "{type: http, scheme: bearer}", "{type: oauth2, flows: {password: {tokenUrl: oauth/token}}}");

        Token.Grant grant = there(there(alice(client).token()).clientCredentials());
        assertThat(grant.url()).isEqualTo("https://id.example/token");
        assertThat(grant.id()).isEqualTo("client");
        assertThat(grant.secret()).isEqualTo("a secret");
        assertThat(grant.scope()).isEqualTo("pay read");
        assertThat(drafted(client))
                .contains("# bob: {\"token\"", "${env:CLIENT_SECRET_2}")
                .doesNotContain("TOKEN}");
        assertThat(there(there(alice(password).token()).password()).url()).isEqualTo("/oauth/token");
    }

    @Test
    void a_key_of_an_api_is_a_header_or_a_cookie_and_in_a_query_a_person_adds_it() {
        String scheme = "{type: apiKey, in: %s, name: X-Acme}";

        assertThat(alice(PAYMENTS.replace("{type: http, scheme: bearer}", scheme.formatted("header")))
                        .headers())
                .containsExactly(Map.entry("X-Acme", "key"));
        assertThat(alice(PAYMENTS.replace("{type: http, scheme: bearer}", scheme.formatted("cookie")))
                        .headers())
                .containsExactly(Map.entry("Cookie", "X-Acme=key"));
        assertThat(drafted(PAYMENTS.replace("{type: http, scheme: bearer}", scheme.formatted("query"))))
                .contains("add X-Acme=${env:API_KEY} to each path");
    }

    /** The payments of Acme, with what the refunds want in place of the token, and the schemes of the document. */
    private static String refundsWant(String security, String schemes) {
        return PAYMENTS.replace(
                        "    post:\n      parameters: [{$ref: \"#/components/parameters/Key\"}]\n      requestBody:\n        content: {",
                        "    post:\n      security: " + security
                                + "\n      parameters: [{$ref: \"#/components/parameters/Key\"}]\n      requestBody:\n        content: {")
                .replace(
                        "{token: {type: http, scheme: bearer}}",
                        "{token: {type: http, scheme: bearer}, " + schemes + "}");
    }

    @Test
    void a_principal_has_what_each_operation_wants() {
        assertThat(alice(refundsWant("[{api: []}]", "api: {type: apiKey, in: header, name: X-Acme}"))
                        .headers())
                .containsOnly(Map.entry("Authorization", "Bearer secret"), Map.entry("X-Acme", "key"));
        assertThat(alice(refundsWant("[{api: []}, {token: []}]", "api: {type: apiKey, in: header, name: X-Acme}"))
                        .headers())
                .as("one of several ways is enough")
                .containsOnlyKeys("Authorization");
        assertThat(drafted(refundsWant("[{admin: []}]", "admin: {type: http, scheme: basic}")))
                .contains(
                        "# Not drafted: the security scheme admin, for Authorization has another credential: write"
                                + " Authorization: \"Basic ${env:CREDENTIALS}\" into the «headers» of the operations that want it");
    }

    @Test
    void a_token_has_the_scopes_of_all_operations() {
        String oauth = "oauth: {type: oauth2, flows: {clientCredentials: {tokenUrl: /token}}}";
        String document = refundsWant("[{oauth: [refund]}]", oauth)
                .replace("security: [{token: []}]", "security: [{oauth: [pay]}]");

        Token.Grant grant = there(there(alice(document).token()).clientCredentials());
        assertThat(grant.scope()).isEqualTo("pay refund");
    }

    @Test
    void a_gateway_of_aws_wants_signed_requests_and_an_unknown_scheme_is_named() {
        String aws = "{type: apiKey, in: header, name: Authorization, x-amazon-apigateway-authtype: awsSigv4}";

        Signing.Aws sign = there(there(alice(PAYMENTS.replace("{type: http, scheme: bearer}", aws))
                        .sign())
                .aws());
        assertThat(sign.region()).isEqualTo("eu-central-1");
        assertThat(drafted(PAYMENTS.replace("{type: http, scheme: bearer}", "{type: http, scheme: hoba}")))
                .contains("# Not drafted: the security scheme token: say in «headers», «token» or «sign»");
    }

    @Test
    void a_certificate_of_the_client_is_named_by_a_person() {
        assertThat(drafted(PAYMENTS.replace("{type: http, scheme: bearer}", "{type: mutualTLS}")))
                .contains("Not drafted: the security scheme token, a certificate of the client: name it in the file, as"
                        + " tls: {certificate: client.pem}");
    }

    private static Target.Principal alice(String document) {
        TargetFile file = ReadBack.of(
                drafted(document),
                Map.of(
                        "CLIENT_ID",
                        "client",
                        "CLIENT_SECRET",
                        "a secret",
                        "API_USER",
                        "me",
                        "API_PASSWORD",
                        "pass",
                        "API_KEY",
                        "key",
                        "TOKEN",
                        "secret",
                        "AWS_REGION",
                        "eu-central-1",
                        "AWS_ACCESS_KEY_ID",
                        "an id",
                        "AWS_SECRET_ACCESS_KEY",
                        "a key"));
        return there(file.target().principals().get("alice"));
    }

    @Test
    void a_body_that_is_a_form_or_a_text_is_drafted_with_its_type() {
        String form = PAYMENTS.replace(
                "application/json:\n            schema:\n              allOf",
                "application/x-www-form-urlencoded:\n            schema:\n              allOf");
        String xml = "openapi: 3.0.3\npaths: {/orders: {post: {requestBody: {content: {application/xml: {example:"
                + " '<order>${unique}</order>'}}}, responses: {'200': {description: ok}}}},"
                + " /blobs: {post: {requestBody: {content: {text/csv: {}}}}}}";

        assertThat(there(target(form).target().operations().get("payment"))
                        .request()
                        .headers())
                .containsEntry("Content-Type", "application/x-www-form-urlencoded");
        Operation order = there(target(xml).target().operations().get("order"));
        assertThat(order.request().headers()).containsEntry("Content-Type", "application/xml");
        assertThat(order.request().body()).hasToString("\"<order>${unique}</order>\"");
        assertThat(drafted(xml))
                .contains(
                        "# Left out: POST /blobs (takes text/csv, and the document has neither an example nor a schema");
    }

    @Test
    void a_body_of_several_parts_is_drafted_by_the_names_of_its_parts() {
        Operation claim = there(target("""
                        openapi: 3.0.3
                        paths:
                          /claims:
                            post:
                              requestBody:
                                content:
                                  multipart/form-data:
                                    schema:
                                      type: object
                                      required: [reference, amount, scan, lines]
                                      properties:
                                        reference: {type: string}
                                        amount: {type: integer, minimum: 1}
                                        scan: {type: string, format: binary}
                                        lines: {type: array, items: {type: integer}}
                              responses: {'201': {description: made}}
                        """).target().operations().get("claim"));

        assertThat(claim.request().kind()).isEqualTo(BodyKind.PARTS);
        assertThat(there(claim.request().body()).path("reference").asText()).isEqualTo("${unique}");
        assertThat(there(claim.request().body()).path("scan").path("filename").asText())
                .isEqualTo("scan.bin");
        assertThat(there(claim.request().body()).path("lines"))
                .hasToString("{\"type\":\"application/json\",\"value\":[1000]}");
        assertThat(claim.intent()).containsOnlyKeys("amount");
        assertThat(claim.sandbox()).hasToString("{invalid={amount=0}}");
    }

    @Test
    void an_xml_body_is_made_of_its_schema() {
        Operation order = there(target("""
                        openapi: 3.0.3
                        paths:
                          /orders:
                            post:
                              requestBody: {content: {application/xml: {schema: {$ref: "#/components/schemas/Order"}}}}
                              responses: {'201': {description: made}}
                        components:
                          schemas:
                            Order:
                              type: object
                              xml: {name: order}
                              required: [currency, amount, lines, reference]
                              properties:
                                currency: {type: string, example: EUR, xml: {attribute: true}}
                                amount: {type: integer, minimum: 1}
                                lines: {type: array, xml: {wrapped: true}, items: {type: string, xml: {name: line}}}
                                reference: {type: string}
                        """).target().operations().get("order"));

        assertThat(order.request().kind()).isEqualTo(BodyKind.XML);
        assertThat(there(order.request().body()).asText())
                .isEqualTo("<order currency=\"EUR\"><amount>1000</amount><lines><line>text</line></lines>"
                        + "<reference>${unique}</reference></order>");
        assertThat(order.intent()).hasToString("{//amount=1100}");
    }

    @Test
    void an_xml_example_gets_a_reference_and_another_payload() {
        Operation order = there(target("openapi: 3.0.3\npaths: {/orders: {post: {requestBody: {content:"
                        + " {application/xml: {example: '<o xmlns=\"urn:o\"><order-id>1</order-id><total>10.50</total></o>'}}},"
                        + " responses: {'200': {description: ok}}}}}")
                .target()
                .operations()
                .get("order"));

        assertThat(there(order.request().body()).asText()).contains("<order-id>${unique}</order-id>");
        assertThat(order.intent()).hasToString("{//*[local-name()='total']=11.5}");
    }

    @Test
    void a_plain_text_may_be_any_and_a_file_is_put_there_by_a_person(@TempDir Path folder) throws IOException {
        String document = "openapi: 3.0.3\npaths: {/memos: {post: {requestBody: {content: {text/plain: {}}},"
                + " responses: {'200': {description: ok}}}},"
                + " '/scans/{id}': {put: {parameters: [{name: id, in: path, schema: {type: string}}],"
                + " requestBody: {content: {application/pdf: {}}}, responses: {'200': {description: ok}}}}}";

        assertThat(drafted(document))
                .contains(
                        "body_file: scan.pdf",
                        "put that file beside this one",
                        "intent: {body_file: another-scan.pdf}");
        Files.writeString(folder.resolve("scan.pdf"), "bytes");
        Target target = ReadBack.of(drafted(document), folder, Map.of()).target();
        assertThat(there(target.operations().get("memo")).request().body()).hasToString("\"${unique}\"");
        assertThat(there(target.operations().get("scan")).request().kind()).isEqualTo(BodyKind.BYTES);
    }

    private static final String ACCEPTED = """
            openapi: 3.0.3
            paths:
              /exports:
                post:
                  requestBody: {content: {application/json: {example: {reference: a}}}}
                  responses:
                    '202': {headers: {Location: {schema: {type: string}}}}
              /jobs/{id}:
                get:
                  parameters: [{name: id, in: path, schema: {type: string}}]
                  responses:
                    '200':
                      content:
                        application/json:
                          schema:
                            properties:
                              state: {enum: [queued, running, completed, failed, cancelled]}
                              export: {properties: {id: {type: string}}}
            """;

    private static Operation.Poll poll(String document) {
        return there(there(target(document).target().operations().get("export")).poll());
    }

    @Test
    void an_operation_that_is_accepted_is_followed_to_the_end_that_the_document_names() {
        Operation export = there(target(ACCEPTED).target().operations().get("export"));

        assertThat(poll(ACCEPTED).at()).isEqualTo("Location");
        assertThat(poll(ACCEPTED).until()).hasToString("{/state=\"completed\"}");
        assertThat(poll(ACCEPTED).failed()).hasToString("{/state=[\"failed\",\"cancelled\"]}");
        assertThat(export.id()).isEqualTo("/export/id");
        assertThat(export.success()).isNull();
    }

    @Test
    void the_status_url_is_in_a_header_of_its_own_or_in_the_body() {
        String own = ACCEPTED.replace("{Location:", "{Location: {schema: {}}, operation-location:");
        String body = ACCEPTED.replace(
                "{headers: {Location: {schema: {type: string}}}}",
                "{content: {application/json: {schema: {properties: {self_url: {type: string}, links: {properties:"
                        + " {status: {type: string, format: uri}}}}}}}}");

        assertThat(poll(own).at()).isEqualTo("Operation-Location");
        assertThat(poll(body).at()).isEqualTo("/self_url");
        assertThat(poll(body.replace("self_url", "next_url")).at()).isEqualTo("/links/status");
        assertThat(drafted(ACCEPTED.replace("headers: {Location:", "headers: {Date:")))
                .doesNotContain("poll:");
    }

    @Test
    void an_end_that_the_document_does_not_say_is_guessed_unless_it_is_see_other() {
        String silent = ACCEPTED.replaceAll("(?s)  /jobs.*", "");
        String seeOther = ACCEPTED.replaceAll("(?s)'200':.*", "'303': {description: done}\n");

        assertThat(poll(silent).until()).hasToString("{/status=[\"succeeded\",\"completed\",\"done\"]}");
        assertThat(drafted(silent)).contains("guess: the document does not say which values end it");
        assertThat(poll(seeOther).until()).isEmpty();
        assertThat(drafted(seeOther)).contains("it ends with 303 See Other");
    }

    @Test
    void operations_get_roles_bodies_and_what_comes_before() {
        Map<String, Operation> operations = target(PAYMENTS).target().operations();

        assertThat(operations).containsOnlyKeys("payment", "refund");
        Operation payment = there(operations.get("payment"));
        assertThat(payment.role()).isEqualTo(Role.CREATE);
        assertThat(payment.request().body())
                .hasToString("{\"amount\":1000,\"currency\":\"EUR\",\"order_id\":\"${unique}\"}");
        assertThat(payment.success()).hasToString("201");
        assertThat(payment.id()).isEqualTo("/id");
        assertThat(payment.read()).isEqualTo("/payments/${payment.id}");
        assertThat(payment.intent()).hasToString("{/amount=1100, /currency=\"USD\"}");
        assertThat(payment.sandbox()).hasToString("{invalid={/amount=0}}");
        assertThat(there(payment.effects()).list())
                .containsExactly(new Operation.Listing("/payments?order_id=${unique}", "/data", Map.of(), null, false));
        Operation refund = there(operations.get("refund"));
        assertThat(refund.role()).isEqualTo(Role.REVERSE);
        assertThat(refund.after()).isEqualTo("payment");
        assertThat(refund.request().path()).isEqualTo("/payments/${payment.id}/refunds");
        assertThat(refund.request().body()).hasToString("{\"amount\":300,\"note\":\"${unique}\"}");
        assertThat(there(refund.intent().get("/amount")).asInt()).isLessThan(300);
    }

    @Test
    void what_is_left_out_is_reported_with_the_reason() {
        assertThat(drafted(PAYMENTS))
                .contains("# Left out: POST /oauth/token (looks like a way to sign in)")
                .contains("# Left out: DELETE /payments/{id} (the document declares no key for it)");
    }

    @Test
    void guesses_are_called_guesses() {
        assertThat(drafted(PAYMENTS))
                .contains("role: create   # guess", "after: payment   # guess", "intent:   # guess")
                .contains("# writes: allowed");
    }

    @Test
    void without_a_declared_key_every_operation_is_drafted() {
        String keyless = PAYMENTS.replace("parameters: [{$ref: \"#/components/parameters/Key\"}]", "summary: x");

        assertThat(target(keyless).target().operations()).containsOnlyKeys("payment", "refund", "payment-removal");
        assertThat(drafted(keyless)).contains("guess: the document declares no key");
    }

    @Test
    void a_document_of_json_without_schemas_is_drafted_too() {
        String json = "{\"openapi\":\"3.0.3\",\"paths\":{\"/things\":{\"post\":{\"responses\":{}}}}}";

        assertThat(target(json).target().operations()).containsOnlyKeys("thing");
    }

    @Test
    void what_is_no_document_of_use_is_reported_with_its_place() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> drafted("swagger: '1.2'"))
                .withMessageContaining("is Swagger 1.2; OpenAPI 3.0 or 3.1, Swagger 2.0,");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> drafted("openapi: 3.0.0\npaths: {/a: {get: {}}}"))
                .withMessageContaining("api.yaml:2: paths: names no unsafe operation");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> drafted("openapi: 3.0.0\npaths: {/a: {post: {requestBody: {$ref: other.yaml}}}}"))
                .withMessageContaining("bundle them into one");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() ->
                        drafted("openapi: 3.0.0\npaths: {/a: {post: {requestBody: {$ref: '#/x'}}}}\nx: {$ref: '#/x'}"))
                .withMessageContaining("circle");
    }

    @Test
    void a_schema_that_holds_itself_comes_to_an_end() {
        String nested = """
                openapi: 3.0.3
                paths: {/trees: {post: {requestBody: {content: {application/json: {schema: {$ref: "#/components/schemas/Tree"}}}}}}}
                components: {schemas: {Tree: {type: object, required: [child], properties: {child: {$ref: "#/components/schemas/Tree"}}}}}
                """;

        assertThat(drafted(nested)).contains("child:");
    }
}
