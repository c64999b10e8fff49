package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A model in the JSON form of Smithy gives a draft by its HTTP bindings. */
class SmithyDraftTest {
    private static final String MODEL = """
            smithy: "2.0"
            shapes:
              acme#Orders:
                type: service
                version: "2026"
                resources: [{target: acme#Order}]
                traits: {"smithy.api#title": Acme Orders, "aws.protocols#restJson1": {}, "aws.auth#sigv4": {name: orders}}
              acme#Order: {type: resource, create: {target: acme#CreateOrder}, operations: [{target: acme#CancelOrder}]}
              acme#CreateOrder:
                type: operation
                input: {target: acme#CreateOrderInput}
                output: {target: acme#CreateOrderOutput}
                errors: [{target: acme#Conflict}]
                traits: {"smithy.api#http": {method: POST, uri: /orders, code: 201}, "smithy.api#documentation": "<p>Makes an order.</p> More."}
              acme#CreateOrderInput:
                type: structure
                members:
                  token: {target: acme#Token, traits: {"smithy.api#idempotencyToken": {}, "smithy.api#jsonName": clientToken}}
                  tenant: {target: "smithy.api#String", traits: {"smithy.api#httpHeader": X-Tenant, "smithy.api#required": {}}}
                  amount: {target: acme#Amount, traits: {"smithy.api#required": {}}}
                  kind: {target: acme#Kind, traits: {"smithy.api#required": {}}}
                  lines: {target: acme#Lines, traits: {"smithy.api#required": {}}}
                  externalReference: {target: "smithy.api#String"}
              acme#Token: {type: string, traits: {"smithy.api#length": {min: 1, max: 64}}}
              acme#Amount: {type: integer, traits: {"smithy.api#range": {min: 1}}}
              acme#Kind: {type: enum, members: {RETAIL: {target: "smithy.api#Unit", traits: {"smithy.api#enumValue": retail}}}}
              acme#Lines: {type: list, member: {target: acme#Line}}
              acme#Line: {type: structure, members: {name: {target: "smithy.api#String", traits: {"smithy.api#required": {}}}, next: {target: acme#Line}}}
              acme#CreateOrderOutput: {type: structure, members: {id: {target: "smithy.api#String"}}}
              acme#Conflict: {type: structure, traits: {"smithy.api#error": client, "smithy.api#httpError": 409}}
              acme#CancelOrder:
                type: operation
                input: {target: acme#CancelOrderInput}
                traits: {"smithy.api#http": {method: POST, uri: "/orders/{id+}/cancel"}}
              acme#CancelOrderInput:
                type: structure
                members:
                  id: {target: "smithy.api#String", traits: {"smithy.api#httpLabel": {}, "smithy.api#required": {}}}
                  clientToken: {target: acme#Token, traits: {"smithy.api#idempotencyToken": {}}}
            """;

    private static String drafted(String model) {
        return new Draft(Document.of(YamlFile.of("model.json", model)), "model.json").toString();
    }

    @Test
    void a_model_gives_operations_with_the_token_as_their_key() {
        String draft = drafted(MODEL);
        TargetFile file = ReadBack.of(draft);

        assertThat(file.contract().key().in()).isEqualTo(Key.Place.BODY);
        assertThat(file.contract().key().name()).isEqualTo("clientToken");
        assertThat(file.contract().key().max()).isEqualTo(64);
        Operation order = Objects.requireNonNull(file.target().operations().get("order"));
        assertThat(String.valueOf(order.request().body()))
                .isEqualTo("{\"amount\":1000,\"kind\":\"retail\",\"lines\":[{\"name\":\"text\"}],"
                        + "\"externalReference\":\"${unique}\"}");
        assertThat(order.request().headers()).containsKey("X-Tenant");
        assertThat(order.id()).hasToString("/id");
        Operation cancel = Objects.requireNonNull(file.target().operations().get("cancel"));
        assertThat(cancel.request().path()).isEqualTo("/orders/${order.id}/cancel");
        assertThat(draft).contains("# POST /orders: Makes an order.", "service: orders", "success: 201");
    }

    @Test
    void a_protocol_whose_bodies_are_no_json_is_refused_with_another_way() {
        String model = MODEL.replace("aws.protocols#restJson1", "aws.protocols#restXml");

        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> drafted(model))
                .withMessageContaining("speaks aws.protocols#restXml")
                .withMessageContaining("samekey record");
    }

    @Test
    void a_model_without_a_service_is_refused() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> drafted("smithy: '2.0'\nshapes: {}"))
                .withMessageContaining("is a Smithy model without a service");
    }
}
