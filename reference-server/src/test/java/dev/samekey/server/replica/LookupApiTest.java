package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.replica.Client.Reply;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LookupApiTest {
    private static final String LOOKUP = "/idempotency-keys";
    private static TestServer server;

    private final String key = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("lookup_api");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void an_operator_sees_what_became_of_a_key_in_each_of_its_scopes() {
        Client alice = server.as("alice");
        String partner = "{\"name\":\"Ann\",\"email\":\"ann@example.org\",\"reference\":\"r\"}";
        Reply added = alice.post("/partners", key, partner);
        server.as("bob").post("/partners", key, partner);

        Reply seen = alice.get(LOOKUP + "?key=" + key);

        assertThat(seen.json().path("items")).hasSize(2);
        assertThat(seen.json().at("/items/0/state").asText()).isEqualTo("completed");
        assertThat(seen.json().at("/items/0/status").asInt()).isEqualTo(201);
        assertThat(seen.json().at("/items/0/resource").asText()).isEqualTo(added.header("Location"));
        assertThat(seen.json().at("/items/0/scope").asText()).contains("alice");
    }

    @Test
    void nothing_is_told_of_a_key_that_nobody_used_and_to_strangers() {
        assertThat(server.as("alice").count(LOOKUP + "?key=" + key)).isZero();
        assertThat(server.as("alice").get(LOOKUP).code()).isEqualTo("VALIDATION.member");
        assertThat(server.as("nobody").get(LOOKUP + "?key=" + key).status()).isEqualTo(401);
    }
}
