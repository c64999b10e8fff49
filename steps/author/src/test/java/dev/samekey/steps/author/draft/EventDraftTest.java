package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an API sends by itself is drafted as the events of a consumer. */
class EventDraftTest {
    private static final String WEBHOOKS = """
            openapi: 3.1.0
            info: {title: Payments}
            webhooks:
              payment.settled:
                post:
                  summary: A payment was settled
                  parameters:
                    - {name: Webhook-Id, in: header, required: true, schema: {type: string}}
                    - {name: Webhook-Signature, in: header, required: true, schema: {type: string}}
                    - {name: Webhook-Timestamp, in: header, required: true, schema: {type: string}}
                  requestBody:
                    content:
                      application/json:
                        schema:
                          properties:
                            type: {const: payment.settled}
                            data: {properties: {reference: {type: string}, amount: {type: integer, minimum: 1}}}
                  responses: {"200": {description: taken}}
            """;
    private static final String PATHS = """
            paths:
              /payments: {post: {parameters: [{name: Idempotency-Key, in: header, required: true}], responses: {"201": {description: made}}}}
            """;
    private static final String VERSION_3 = """
            asyncapi: 3.0.0
            info: {title: Payments, version: 1.0.0}
            servers: {bus: {host: "bus.example:4222", protocol: nats}}
            channels:
              settled: {address: payments.settled, messages: {settled: {$ref: "#/components/messages/Settled"}}}
              audit: {address: audit, messages: {entry: {payload: {type: object}}}}
            operations:
              takeSettled: {action: receive, channel: {$ref: "#/channels/settled"}}
              sendAudit: {action: send, channel: {$ref: "#/channels/audit"}}
            components:
              messages:
                Settled:
                  name: PaymentSettled
                  traits: [{headers: {type: object, required: [x-event-id], properties: {x-event-id: {type: string}}}}]
                  payload: {$ref: "#/components/schemas/Settled"}
              schemas: {Settled: {type: object, properties: {reference: {type: string}}}}
            """;
    private static final String VERSION_2 = """
            asyncapi: 2.6.0
            info: {title: Payments, version: 1.0.0}
            servers: {door: {url: "https://hooks.sandbox.example", protocol: https}}
            channels:
              /hooks/payments:
                publish:
                  operationId: onPayment
                  message:
                    oneOf:
                      - {name: settled, payload: {type: object, properties: {id: {type: string}}}, examples: [{payload: {id: e-1, kind: settled}}]}
                      - {name: refused, payload: {type: object, properties: {id: {type: string}}}}
            """;

    private static Draft draft(String document, Wanted wanted) {
        return new Draft(Document.of(YamlFile.of("api.yaml", document)), "api.yaml", wanted);
    }

    private static Map<String, Operation> operations(Draft draft) {
        return ReadBack.of(draft.toString(), Map.of("WEBHOOK_SECRET", "c2VjcmV0"))
                .target()
                .operations();
    }

    private static Operation operation(Draft draft, String name) {
        return Objects.requireNonNull(operations(draft).get(name), name);
    }

    private static Delivery delivery(Operation operation) {
        return Objects.requireNonNull(operation.delivery());
    }

    @Test
    void a_webhook_is_an_event_with_its_id_and_its_signature() {
        Operation settled = operation(draft(WEBHOOKS, Wanted.ALL), "payment-settled");

        assertThat(settled.role()).isEqualTo(Role.EVENT);
        assertThat(settled.request().headers())
                .containsEntry("Webhook-Id", "${unique}")
                .hasSize(1);
        assertThat(String.valueOf(settled.request().body()))
                .isEqualTo("{\"type\":\"payment.settled\",\"data\":{\"reference\":\"${unique}\",\"amount\":1000}}");
        assertThat(delivery(settled).id()).isEqualTo(new Delivery.Place(null, "Webhook-Id"));
        assertThat(Objects.requireNonNull(delivery(settled).signature()).scheme())
                .isEqualTo(Delivery.Scheme.STANDARD_WEBHOOKS);
    }

    @Test
    void an_api_that_sends_webhooks_is_drafted_without_them_and_says_how_they_are_drafted() {
        Draft draft = draft(WEBHOOKS + PATHS, Wanted.ALL);

        assertThat(draft.operations()).containsOnlyKeys("payment");
        assertThat(draft.leftOut())
                .containsExactly(
                        "webhooks that the API sends: payment.settled (to judge a consumer of them, draft a file"
                                + " of its own with --operation payment.settled)");
    }

    @Test
    void a_webhook_that_is_wanted_is_drafted_alone() {
        Draft draft = draft(WEBHOOKS + PATHS, new Wanted(List.of("payment.settled"), List.of(), List.of()));

        assertThat(operations(draft)).containsOnlyKeys("payment-settled");
    }

    @Test
    void a_consumer_of_an_api_has_neither_its_servers_nor_its_credentials() {
        String api = WEBHOOKS + PATHS + """
                servers: [{url: "https://api.sandbox.example"}]
                security: [{token: []}]
                components: {securitySchemes: {token: {type: http, scheme: bearer}}}
                """;
        String consumer = draft(api, new Wanted(List.of("payment.settled"), List.of(), List.of()))
                .toString();

        assertThat(consumer)
                .contains("- http://localhost:8080", "guess: write where your consumer is")
                .doesNotContain("api.sandbox.example")
                .doesNotContainPattern("(?m)^principals:");
        assertThat(draft(api, Wanted.ALL).toString())
                .contains("- https://api.sandbox.example")
                .containsPattern("(?m)^principals:");
    }

    @Test
    void what_an_application_receives_over_nats_is_published_there() {
        Operation settled = operation(draft(VERSION_3, Wanted.ALL), "payment-settled");

        Delivery.Broker broker = Objects.requireNonNull(delivery(settled).broker());
        assertThat(broker.url()).hasToString("nats://bus.example:4222");
        assertThat(broker.subject()).isEqualTo("payments.settled");
        assertThat(delivery(settled).id()).isEqualTo(new Delivery.Place(null, "x-event-id"));
        assertThat(operations(draft(VERSION_3, Wanted.ALL))).hasSize(1);
    }

    @Test
    void what_others_publish_over_http_goes_to_its_channel() {
        Map<String, Operation> operations = operations(draft(VERSION_2, Wanted.ALL));

        assertThat(operations).containsOnlyKeys("settled", "refused");
        Operation settled = Objects.requireNonNull(operations.get("settled"));
        assertThat(settled.request().path()).isEqualTo("/hooks/payments");
        assertThat(String.valueOf(settled.request().body())).isEqualTo("{\"id\":\"${unique}\",\"kind\":\"settled\"}");
        assertThat(delivery(settled).id()).isEqualTo(new Delivery.Place("/id", null));
        assertThat(draft(VERSION_2, Wanted.ALL).toString()).contains("- https://hooks.sandbox.example");
    }

    @Test
    void the_document_of_a_sender_gives_what_it_sends_and_not_where_it_is() {
        String sender = VERSION_2.replace("publish:", "subscribe:") + """
                components: {securitySchemes: {token: {type: http, scheme: bearer}}}
                """;
        Draft draft = draft(sender, Wanted.ALL);

        assertThat(operations(draft)).containsOnlyKeys("settled", "refused");
        assertThat(operation(draft, "settled").request().path()).isEqualTo("/webhooks");
        assertThat(draft.toString())
                .contains("- http://localhost:8080", "guess: write where your consumer is")
                .contains("guess: write the path on which your consumer takes it")
                .doesNotContain("hooks.sandbox.example")
                .doesNotContainPattern("(?m)^principals:");
    }

    @Test
    void a_sender_and_its_consumer_meet_at_the_broker() {
        String sender = VERSION_3.replace("action: receive", "action: send");

        assertThat(Objects.requireNonNull(delivery(operation(draft(sender, Wanted.ALL), "payment-settled"))
                                .broker())
                        .subject())
                .isEqualTo("payments.settled");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "nats|subject: SUBJECT|guess: name the stream, the subject and your durable consumer",
                "https|path: /webhooks|guess: write the path on which your consumer takes it",
            })
    void an_address_that_the_document_leaves_open_is_left_to_the_reader(
            String protocol, String drafted, String remark) {
        String open = VERSION_3
                .replace("address: payments.settled", "address: null")
                .replace("protocol: nats", "protocol: " + protocol);

        assertThat(draft(open, Wanted.ALL).toString()).contains(drafted, remark);
    }

    @Test
    void a_broker_that_samekey_does_not_speak_to_is_named_beside_the_path_that_is_guessed() {
        String kafka = VERSION_3.replace("protocol: nats", "protocol: kafka");

        assertThat(draft(kafka, Wanted.ALL).toString())
                .contains("path: /webhooks")
                .contains("through a bridge perhaps: Samekey does not speak kafka");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "asyncapi: 3.0.0|asyncapi: 1.2.0|is AsyncAPI 1.2.0; version 2 or 3 is wanted",
                "payload: {$ref|contentType: avro/binary, x: {$ref|has only messages that are no JSON: takeSettled (avro/binary)",
            })
    void what_is_not_read_is_refused_with_the_reason(String text, String other, String reason) {
        String changed = VERSION_3.replace(text, other.replace(", x:", "\n      payload:"));

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> draft(changed, Wanted.ALL))
                .withMessageContaining(reason);
    }
}
