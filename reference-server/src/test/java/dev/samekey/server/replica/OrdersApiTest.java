package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.replica.Client.Reply;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OrdersApiTest {
    private static TestServer server;
    private static Client alice;

    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("orders_api");
        alice = server.as("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void an_order_is_placed_once_and_knows_its_total() {
        Reply first = alice.post("/orders", key, order());
        Reply again = server.elsewhere(alice).post("/orders", key, order());

        assertThat(first.status()).isEqualTo(201);
        assertThat(first.json().path("total").asInt()).isEqualTo(1250);
        assertThat(first.json().at("/lines/1/sku").asText()).isEqualTo("tea");
        assertThat(first.json().at("/shipping/address/city").asText()).isEqualTo("Kiel");
        assertThat(again.marker()).isEqualTo("replayed");
        assertThat(again.body()).isEqualTo(first.body());
        assertThat(alice.get(first.header("Location")).body()).isEqualTo(first.body());
        assertThat(alice.count("/orders?reference=" + reference)).isEqualTo(1);
        assertThat(List.of("orders", "ledger_entries", "provider_calls"))
                .allSatisfy(table -> assertThat(server.rows(table, reference)).isEqualTo(1));
    }

    @ParameterizedTest
    @CsvSource({"Kiel, Lund", "tea, coffee", "\"quantity\":2, \"quantity\":3"})
    void what_stands_deep_in_an_order_counts_too(String one, String other) {
        alice.post("/orders", key, order());

        assertThat(alice.post("/orders", key, order().replace(one, other)).code())
                .isEqualTo("CONFLICT.idempotency.payload_mismatch");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "\"quantity\":2      | \"quantity\":0",
                "\"quantity\":2      | \"quantity\":9223372036854775807",
                "\"lines\":          | \"lines\":[],\"_\":",
                "\"city\":\"Kiel\" | \"city\":1",
                "\"shipping\":       | \"_\":",
            })
    void an_order_that_makes_no_sense_is_refused_and_leaves_the_key_free(String one, String other) {
        assertThat(alice.post("/orders", key, order().replace(one, other)).code())
                .isEqualTo("VALIDATION.member");
        assertThat(alice.post("/orders", key, order()).marker()).isEqualTo("stored");
    }

    @Test
    void an_order_is_cancelled_once() {
        Reply placed = alice.post("/orders", key, order());
        String path = placed.header("Location") + "/cancel";
        String body = "{\"reference\":\"" + reference + "-c\",\"note\":\"too late\"}";
        Reply first = alice.post(path, key, body);

        assertThat(first.status()).isEqualTo(201);
        assertThat(alice.get(first.header("Location")).text("order_id")).isEqualTo(placed.text("id"));
        assertThat(alice.post(path, key, body).marker()).isEqualTo("replayed");
        assertThat(alice.post(path, key + "2", body).code()).isEqualTo("CONFLICT.order.cancelled");
        assertThat(alice.count("/order-cancellations?reference=" + reference + "-c"))
                .isEqualTo(1);
        assertThat(server.rows("ledger_entries", reference + "-c")).isEqualTo(1);
    }

    private String order() {
        return """
                {"customer":"c1","currency":"EUR","reference":"%s",
                 "lines":[{"sku":"cup","quantity":2,"price":500},{"sku":"tea","quantity":1,"price":250}],
                 "shipping":{"name":"Ann","address":{"street":"Quay 1","city":"Kiel","country":"DE"}}}""".formatted(reference);
    }
}
