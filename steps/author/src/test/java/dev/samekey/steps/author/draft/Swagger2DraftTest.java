package dev.samekey.steps.author.draft;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
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

/** A document of Swagger 2.0 gives the draft that the same API would get from one of OpenAPI 3.0. */
class Swagger2DraftTest {
    private static final String TRANSFERS = """
            swagger: "2.0"
            info: {title: Harbour bank}
            host: api.sandbox.harbour.example
            basePath: /v2/
            schemes: [http, https]
            consumes: [application/json]
            produces: [application/json]
            security: [{client: [pay]}]
            securityDefinitions:
              client: {type: oauth2, flow: application, tokenUrl: "https://login.harbour.example/token", scopes: {pay: to pay}}
              card: {type: apiKey, in: header, name: X-Card-Key}
            parameters:
              Key: {name: X-Idempotency-Key, in: header, required: true, type: string, maxLength: 40}
            responses:
              Busy: {description: A request under this key is still in progress, examples: {application/json: {code: BUSY}}}
            definitions:
              Money: {type: object, required: [amount, currency], properties: {amount: {type: number, minimum: 0, example: 12.5}, currency: {type: string}}}
              Transfer:
                allOf:
                  - {$ref: "#/definitions/Money"}
                  - {required: [reference], properties: {id: {type: string, readOnly: true}, reference: {type: string}}}
            paths:
              /transfers:
                parameters: [{$ref: "#/parameters/Key"}]
                post:
                  parameters: [{name: transfer, in: body, required: true, schema: {$ref: "#/definitions/Transfer"}}]
                  responses:
                    201: {description: made, schema: {$ref: "#/definitions/Transfer"}}
                    409: {$ref: "#/responses/Busy"}
                get:
                  parameters: [{name: reference, in: query, type: string}]
                  responses: {200: {description: all, schema: {properties: {items: {type: array, items: {$ref: "#/definitions/Transfer"}}}}}}
              /transfers/{id}:
                get: {responses: {200: {description: one}}}
              /transfers/{id}/cancel:
                post:
                  consumes: [application/x-www-form-urlencoded]
                  security: [{card: []}]
                  parameters:
                    - {$ref: "#/parameters/Key"}
                    - {name: id, in: path, required: true, type: string}
                    - {name: reason, in: formData, required: true, type: string, enum: [late, twice]}
                    - {name: branch, in: query, required: true, type: integer, x-example: 7}
                  responses: {204: {description: done}}
            """;

    private static String drafted(String document) {
        return new Draft(Document.of(YamlFile.of("api.yaml", document)), "api.yaml").toString();
    }

    private static Operation operation(TargetFile file, String name) {
        return Objects.requireNonNull(file.target().operations().get(name), name);
    }

    @Test
    void its_key_refusals_and_bodies_are_drafted() {
        TargetFile file = ReadBack.of(drafted(TRANSFERS));

        assertThat(file.contract().key().name()).isEqualTo("X-Idempotency-Key");
        assertThat(file.contract().key().max()).isEqualTo(40);
        assertThat(file.contract().refusal(Reason.IN_PROGRESS)).isEqualTo(Refusal.of(409, "BUSY"));
        assertThat(file.target().urls())
                .extracting(String::valueOf)
                .containsExactly("https://api.sandbox.harbour.example/v2");
        Operation transfer = operation(file, "transfer");
        assertThat(transfer.request().body())
                .hasToString("{\"amount\":12.5,\"currency\":\"EUR\",\"reference\":\"${unique}\"}");
        assertThat(transfer.success()).hasToString("201");
        assertThat(transfer.id()).isEqualTo("/id");
        assertThat(transfer.read()).isEqualTo("/transfers/${transfer.id}");
        assertThat(drafted(TRANSFERS)).contains("path: \"/transfers?reference=${unique}\"", "count: /items");
    }

    @Test
    void its_forms_and_parameters_are_drafted() {
        Operation cancel = operation(ReadBack.of(drafted(TRANSFERS)), "cancel");

        assertThat(cancel.request().kind()).isEqualTo(BodyKind.FORM);
        assertThat(cancel.request().body()).hasToString("{\"reason\":\"late\"}");
        assertThat(cancel.request().path()).isEqualTo("/transfers/${transfer.id}/cancel?branch=7");
        assertThat(cancel.after()).isEqualTo("transfer");
    }

    @Test
    void its_security_is_that_of_the_principal() {
        assertThat(drafted(TRANSFERS))
                .contains("X-Card-Key: \"${env:API_KEY}\"", "url: https://login.harbour.example/token", "scope: pay");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "basePath: /v1 | http://localhost:8080/v1",
                "host: pay.example | https://pay.example",
                "host: 'localhost:9000' | http://localhost:9000",
                "host: 'https://pay.example/' | https://pay.example",
                "{host: pay.example, schemes: [wss, http], basePath: api} | http://pay.example/api",
                "info: {title: a} | http://localhost:8080",
            })
    void its_host_is_the_url(String members, String url) {
        String plain = members.startsWith("{")
                ? members.substring(1, members.length() - 1)
                        .replace(", schemes", "\nschemes")
                        .replace(", basePath", "\nbasePath")
                : members;
        TargetFile file = ReadBack.of(
                drafted("swagger: '2.0'\n" + plain + "\npaths: {/a: {post: {responses: {200: {description: b}}}}}"));

        assertThat(file.target().urls()).extracting(String::valueOf).containsExactly(url);
    }

    @Test
    void a_file_among_its_fields_makes_parts() {
        String document = """
                swagger: "2.0"
                paths:
                  /scans:
                    post:
                      parameters:
                        - {name: scan, in: formData, required: true, type: file}
                        - {name: note, in: formData, type: string, required: true}
                      responses: {200: {description: b}}
                """;

        Operation scan = operation(ReadBack.of(drafted(document)), "scan");
        assertThat(scan.request().kind()).isEqualTo(BodyKind.PARTS);
        assertThat(scan.request().body())
                .hasToString(
                        "{\"scan\":{\"value\":\"a scan\",\"filename\":\"scan.bin\",\"type\":\"application/octet-stream\"},\"note\":\"${unique}\"}");
    }

    @Test
    void what_it_keeps_in_files_beside_it_belongs_to_it(@TempDir Path folder) throws IOException {
        Files.writeString(folder.resolve("api.yaml"), """
                swagger: 2.0
                paths: {/parcels: {$ref: parcels.yaml}}
                definitions: {Weight: {type: integer, maximum: 7}}
                """);
        Files.writeString(folder.resolve("parcels.yaml"), """
                post:
                  parameters: [{$ref: "shared.yaml#/parameters/Parcel"}]
                  responses: {201: {$ref: "shared.yaml#/responses/Made"}}
                """);
        Files.writeString(folder.resolve("shared.yaml"), """
                parameters: {Parcel: {in: body, name: parcel, schema: {required: [weight], properties: {weight: {$ref: "api.yaml#/definitions/Weight"}}}}}
                responses: {Made: {description: made, schema: {properties: {id: {type: string}}}}}
                """);

        TargetFile file = ReadBack.of(
                new Draft(Document.read("api.yaml", folder, Network.direct()), "api.yaml").toString(), Map.of());
        assertThat(operation(file, "parcel").request().body()).hasToString("{\"weight\":7}");
    }
}
