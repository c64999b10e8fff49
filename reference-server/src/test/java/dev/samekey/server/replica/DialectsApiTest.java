package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Contracts;
import dev.samekey.server.replica.Client.Reply;
import dev.samekey.testing.TestDatabase;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same service under contracts other than the playbook's. */
class DialectsApiTest {
    private final String key = UUID.randomUUID().toString();
    private final String reference = "order-" + UUID.randomUUID();

    @Test
    void a_key_in_the_body_is_no_part_of_the_payload() {
        under("key: {in: body, name: request_id, required: false}", alice -> {
            Reply first = alice.post("/payments", null, payment("request_id", key, 1000));
            Reply again = alice.post("/payments", null, payment("request_id", key, 1000));
            Reply other = alice.post("/payments", null, payment("request_id", key + "2", 1000));

            assertThat(again.marker()).isEqualTo("replayed");
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(other.marker()).isEqualTo("stored");
        });
    }

    @Test
    void where_keys_are_optional_requests_without_one_share_nothing() {
        under("key: {required: false}", alice -> {
            Reply one = alice.post("/payments", null, payment(1000));
            Reply two = alice.post("/payments", null, payment(1000));

            assertThat(List.of(one.status(), two.status())).containsOnly(201);
            assertThat(one.marker()).isEmpty();
            assertThat(one.text("id")).isNotEqualTo(two.text("id"));
            assertThat(alice.post("/payments", " ", payment(1000)).code())
                    .isEqualTo("VALIDATION.idempotency.key_malformed");
            assertThat(alice.post("/payments", null, payment(0)).status()).isEqualTo(400);
        });
    }

    @Test
    void a_method_that_does_not_honour_keys_runs_every_time() {
        under("methods: [PUT]", alice -> {
            alice.post("/payments", key, payment(1000));
            assertThat(alice.post("/payments", key, payment(1000)).marker()).isEmpty();
            assertThat(payments(alice)).isEqualTo(2);
        });
    }

    @Test
    void a_form_carries_its_key_in_a_field() {
        under("key: {in: form, name: ClientToken}", alice -> {
            Reply first = alice.form("/payments", form(key));
            Reply again = alice.form("/payments", form(key));

            assertThat(first.json().path("amount").asInt()).isEqualTo(1000);
            assertThat(again.marker()).isEqualTo("replayed");
            assertThat(alice.form("/payments", form(key) + "&ClientToken=other").code())
                    .isEqualTo("VALIDATION.idempotency.key_malformed");
            assertThat(alice.form("/payments", "amount=%zz").code()).isEqualTo("VALIDATION.body.malformed");
        });
    }

    @Test
    void the_current_state_is_the_resource_as_it_is_now_with_the_status_of_replays() {
        under("replay: {mode: current_state, status: 200}", alice -> {
            Reply first = alice.post("/payments", key, payment(1000));
            alice.post("/refunds", key, refund(first.text("id"), 400));
            Reply again = alice.post("/payments", key, payment(1000));

            assertThat(again.status()).isEqualTo(200);
            assertThat(again.header("Location")).isEqualTo(first.header("Location"));
            assertThat(again.json().path("refunded").asInt()).isEqualTo(400);
            assertThat(again.body())
                    .isEqualTo(alice.get(first.header("Location")).body());
        });
    }

    @Test
    void the_current_state_of_what_failed_is_the_failure() {
        under("replay: {mode: current_state, status: 200}", alice -> {
            Reply first = alice.post("/payments", key, payment(1000).replace("p1", "sandbox:insufficient_funds"));
            Reply again = alice.post("/payments", key, payment(1000).replace("p1", "sandbox:insufficient_funds"));

            assertThat(again.status()).isEqualTo(422);
            assertThat(again.body()).isEqualTo(first.body());
        });
    }

    @Test
    void a_conflict_links_to_the_result_that_exists() {
        under("""
                replay: {mode: conflict, link: /error/links/id}
                errors: {content_type: application/json, code: /error/errors/0/reason}
                refusals: {replayed_key: {status: 409, code: idempotent_creation_conflict}}
                """, alice -> {
            Reply first = alice.post("/payments", key, payment(1000));
            Reply again = alice.post("/payments", key, payment(1000));

            assertThat(again.status()).isEqualTo(409);
            assertThat(again.header("Content-Type")).isEqualTo("application/json");
            assertThat(again.json().at("/error/errors/0/reason").asText()).isEqualTo("idempotent_creation_conflict");
            assertThat(again.json().at("/error/links/id").asText()).isEqualTo(first.text("id"));
            assertThat(payments(alice)).isEqualTo(1);
        });
    }

    @Test
    void a_rejected_replay_tells_nothing_of_the_result() {
        under("replay: {mode: reject}", alice -> {
            Reply first = alice.post("/payments", key, payment(1000));
            Reply again = alice.post("/payments", key, payment(1000));

            assertThat(again.code()).isEqualTo("CONFLICT.idempotency.key_replayed");
            assertThat(again.body()).doesNotContain(first.text("id"));
        });
    }

    @Test
    void a_semantic_replay_is_marked_in_its_body() {
        under(
                "replay: {mode: semantic, marker: {header: null, member: /replayed, first: false, replay: true}}",
                alice -> {
                    Reply first = alice.post("/payments", key, payment(1000));
                    Reply again = alice.post("/payments", key, payment(1000));

                    assertThat(first.json().path("replayed").asText()).isEqualTo("false");
                    assertThat(again.json().path("replayed").asBoolean()).isTrue();
                    assertThat(again.text("id")).isEqualTo(first.text("id"));
                    assertThat(alice.get(first.header("Location")).json().has("replayed"))
                            .isFalse();
                });
    }

    @ParameterizedTest
    @ValueSource(strings = {"wait", "either"})
    void where_losers_wait_they_all_get_the_outcome(String policy) {
        under("in_progress: " + policy, alice -> {
            List<CompletableFuture<Reply>> replies = Stream.generate(() -> CompletableFuture.supplyAsync(
                            () -> alice.post("/payments", key, payment(1000)),
                            task -> new Thread(task, "duplicate").start()))
                    .limit(4)
                    .toList();

            assertThat(replies)
                    .extracting(CompletableFuture::join)
                    .extracting(Reply::status)
                    .containsOnly(201);
            assertThat(replies)
                    .extracting(CompletableFuture::join)
                    .extracting(Reply::marker)
                    .containsOnlyOnce("stored");
            assertThat(payments(alice)).isEqualTo(1);
        });
    }

    @Test
    void who_has_waited_as_long_as_may_be_is_told_to_come_back() {
        under("in_progress: either\nwait_at_most: 100ms", alice -> {
            String slow = payment(1000).replace("p1", "sandbox:slow");
            CompletableFuture<Reply> first = CompletableFuture.supplyAsync(
                    () -> alice.post("/payments", key, slow), task -> new Thread(task, "slow").start());
            Reply duplicate = alice.post("/payments", key, slow);

            // Which of the two came first is not said.
            assertThat(List.of(first.join().status(), duplicate.status())).containsExactlyInAnyOrder(201, 409);
            assertThat(payments(alice)).isEqualTo(1);
        });
    }

    @Test
    void a_key_belongs_to_its_tenant() {
        under("""
                scope: [principal, tenant, route]
                tenant_header: X-Tenant
                """, alice -> {
            Reply north = alice.in("north").post("/payments", key, payment(1000));
            Reply south = alice.in("south").post("/payments", key, payment(1000));

            assertThat(List.of(north.marker(), south.marker())).containsOnly("stored");
            assertThat(alice.in("north").post("/payments", key, payment(1000)).marker())
                    .isEqualTo("replayed");
        });
    }

    @Test
    void without_a_route_in_the_scope_a_key_on_another_route_is_another_payload() {
        under("scope: [principal]", alice -> {
            String id = alice.post("/payments", key, payment(1000)).text("id");

            assertThat(alice.post("/refunds", key, refund(id, 400)).code())
                    .isEqualTo("CONFLICT.idempotency.payload_mismatch");
        });
    }

    @Test
    void where_bytes_count_another_spelling_is_another_payload() {
        under("fingerprint: {of: bytes}", alice -> {
            alice.post("/payments", key, payment(1000));

            assertThat(alice.post("/payments", key, payment(1000)).marker()).isEqualTo("replayed");
            assertThat(alice.post("/payments", key, payment(1000) + " ").status())
                    .isEqualTo(409);
        });
    }

    @Test
    void a_dialect_tells_refusals_in_its_own_words() {
        under("""
                key: {in: header, name: X-Idempotence-Key, syntax: sf-string}
                errors: {content_type: application/json, code: /error/code}
                refusals:
                  missing_key: {status: 422, code: no_key}
                  in_progress: {status: 425, code: busy, retry_after: 2}
                """, alice -> {
            Reply missing = alice.post("/payments", null, payment(1000));

            assertThat(missing.status()).isEqualTo(422);
            assertThat(missing.json().at("/error/code").asText()).isEqualTo("no_key");
        });
    }

    private static void under(String members, Consumer<Client> test) {
        Settings settings = new Settings(
                TestDatabase.url("dialects"),
                Contracts.but(members),
                Clock.systemUTC(),
                Map.of("alice", "alice-token"),
                Duration.ofMillis(20),
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null);
        try (Server server = Server.start(settings, List.of(0), UnaryOperator.identity())) {
            test.accept(Client.of(server.urls().get(0), "alice"));
        }
    }

    private int payments(Client client) {
        return client.get("/payments?reference=" + reference)
                .json()
                .path("items")
                .size();
    }

    private String payment(long amount) {
        return payment("client_time", "now", amount);
    }

    private String payment(String member, String value, long amount) {
        return """
                {"amount":%d,"currency":"EUR","payer":"p1","payee":"m1","reference":"%s",
                 "%s":"%s"}""".formatted(amount, reference, member, value);
    }

    private String form(String token) {
        return "amount=1000&currency=EUR&payer=p1&payee=m1&reference=" + reference + "&ClientToken=" + token;
    }

    private String refund(String paymentId, long amount) {
        return """
                {"payment_id":"%s","amount":%d,"reference":"%s"}""".formatted(paymentId, amount, reference);
    }
}
