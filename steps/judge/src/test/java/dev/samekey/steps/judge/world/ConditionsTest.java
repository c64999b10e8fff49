package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.conditions.ShippedCondition;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Each condition, and each two of them, put into requests of each shape. */
class ConditionsTest {
    private static final String TARGET = """
            name: Acme
            urls: ["http://127.0.0.1:%1$d", "http://127.0.0.1:%1$d"]
            writes: allowed
            contract: {extends: playbook, key: {in: header, name: X-Key, required: true, min: 1, max: 64, characters: "[!-~]"}}
            principals:
              alice: {headers: {Authorization: "Bearer a"}}
              bob: {headers: {Authorization: "Bearer b"}}
            tenants: {one: {headers: {X-Tenant: one}}, two: {headers: {X-Tenant: two}}}
            conditions: {shop: {usual: {}, other: {headers: {X-Shop: other}, query: {shop: other}, body: {/shop: other}}}}
            operations:
              read: {role: setup, request: {method: GET, path: /things}, id: /id}
              removal: {role: create, after: read, request: {method: DELETE, path: "/things/${read.id}"}}
              json:
                role: create
                after: read
                request: {method: POST, path: /json, body: {text: "${unique}", list: [1, {inner: 2}]}}
                id: /id
                intent: {/list/0: 2}
              array: {role: setup, after: json, request: {method: POST, path: /array, body: [1, "${unique}"]}, id: /id}
              form:
                role: create
                after: array
                request:
                  method: POST
                  path: /form
                  headers: {Content-Type: application/x-www-form-urlencoded}
                  body: {text: "${unique}", amount: "1"}
                id: /id
                intent: {/amount: "2"}
              xml:
                role: create
                after: form
                request:
                  method: POST
                  path: /xml
                  headers: {Content-Type: application/xml}
                  body: "<a note=\\"{}\\"><text>${unique}</text><amount>1</amount></a>"
                id: /id
                intent: {/a/amount: "2"}
              text:
                role: create
                after: xml
                request:
                  method: POST
                  path: /text
                  headers: {Content-Type: text/plain, X-Reference: "${unique}"}
                  body: "{a passage} of ${unique}"
                id: /id
                intent: {passage: part}
              parts:
                role: create
                after: text
                request:
                  method: POST
                  path: /parts
                  headers: {Content-Type: multipart/form-data}
                  body: {text: "${unique}", amount: "1"}
                id: /id
                intent: {amount: "2"}
              uuid:
                role: create
                after: parts
                contract: {key: {in: body, name: key, required: true, syntax: uuid, characters: null, min: null, max: null}}
                request: {method: PUT, path: "/uuid/${unique}", body: {}}
                id: /id
              short:
                role: create
                after: uuid
                contract: {key: {in: header, name: X-Key, required: true, min: 1, max: 5, characters: "[0-9]"}}
                request: {method: POST, path: /short, body: {text: "${unique}"}}
                id: /id
            """;

    @ParameterizedTest
    @EnumSource(ShippedCondition.class)
    void each_condition_is_put_into_what_comes_before_too_as_far_as_it_fits(ShippedCondition condition)
            throws IOException {
        try (RawServer server = answering()) {
            TargetFile file = file(server);
            Combination combination = combination(condition);

            assertThatNoException()
                    .isThrownBy(() -> file.target()
                            .operations()
                            .values()
                            .forEach(operation -> sent(file, operation, combination)));
        }
    }

    @Test
    void two_conditions_and_one_of_the_file_are_put_into_each_shape() throws IOException {
        try (RawServer server = answering()) {
            String alone =
                    TARGET.replaceAll(" +after: \\w+\n|after: \\w+, ", "").replace("/${read.id}", "");
            TargetFile file = Targets.file(alone.formatted(server.uri().getPort()));

            pairs().forEach(pair -> file.target()
                    .operations()
                    .values()
                    .forEach(shape -> assertThatNoException()
                            .as(pair + " " + shape.name())
                            .isThrownBy(() -> sent(file, shape, pair))));
        }
    }

    @ParameterizedTest
    @EnumSource(ShippedCondition.class)
    void what_is_not_offered_for_a_request_changes_nothing_in_its_body(ShippedCondition condition) throws IOException {
        try (RawServer server = answering()) {
            TargetFile file = file(server);
            Offered offered = Offered.by(file);

            file.target().operations().values().stream()
                    .filter(operation -> !offered.fits(operation, condition.factor(), condition.value(), file.target()))
                    .forEach(operation -> assertThat(shape(sent(file, operation, combination(condition))))
                            .as(condition + " of " + operation.name())
                            .isEqualTo(shape(sent(file, operation, new Combination(Map.of())))));
        }
    }

    @Test
    void what_is_offered_for_a_request_is_put_into_it() throws IOException {
        try (RawServer server = answering()) {
            TargetFile file = file(server);
            Operation json = operation(file, "json");

            assertThat(sent(file, json, combination(ShippedCondition.PAYLOAD_TURNED))
                            .request()
                            .body())
                    .contains("\n");
            assertThat(Payloads.size(sent(file, json, combination(ShippedCondition.PAYLOAD_LARGE))))
                    .isGreaterThan(60_000);
            assertThat(sent(file, json, new Combination(Map.of("shop", "other")))
                            .request())
                    .satisfies(request -> assertThat(request.body()).contains("\"shop\":\"other\""))
                    .satisfies(request -> assertThat(request.path()).isEqualTo("/json?shop=other"));
        }
    }

    /** What a body has besides what is another one each time. */
    private static String shape(Call call) {
        String body = String.valueOf(call.request().body());
        return body.replace(call.unique(), "unique").replace(String.valueOf(call.key()), "key");
    }

    private static Call sent(TargetFile file, Operation operation, Combination combination) {
        Conditions conditions = Conditions.of(file.target(), combination);
        Calls calls = new Calls(
                Lacking.access(file, new Wire(Duration.ofSeconds(5))),
                new Keys(file.contracts(), file.contract()),
                new Journal(file.secrets()),
                CurrentPhase.none(),
                Controls.NONE,
                conditions);
        Call call = calls.prepare(operation);
        conditions.spelled(call, Purpose.DUPLICATE);
        return call;
    }

    private static Stream<Combination> pairs() {
        return Stream.of(ShippedCondition.values())
                .flatMap(one -> Stream.of(ShippedCondition.values())
                        .filter(other -> other.factor().compareTo(one.factor()) > 0)
                        .map(other ->
                                Map.of(one.factor(), one.value(), other.factor(), other.value(), "shop", "other")))
                .map(LinkedHashMap::new)
                .map(Combination::new);
    }

    private static Combination combination(ShippedCondition condition) {
        return new Combination(Map.of(condition.factor(), condition.value()));
    }

    private static Operation operation(TargetFile file, String name) {
        return Objects.requireNonNull(file.target().operations().get(name), name);
    }

    private static TargetFile file(RawServer server) {
        return Targets.file(TARGET.formatted(server.uri().getPort()));
    }

    private static RawServer answering() {
        return RawServer.answering(
                "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n"
                        + "{\"id\": \"i\"}");
    }
}
