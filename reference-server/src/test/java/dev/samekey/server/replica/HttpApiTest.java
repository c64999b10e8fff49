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
import java.util.function.IntFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class HttpApiTest {
    private static Server server;
    private static Client alice;
    private static Client bob;

    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        Settings settings = new Settings(
                TestDatabase.url("api"),
                Contracts.playbook(),
                Clock.systemUTC(),
                Map.of("alice", "alice-token", "bob", "bob-token"),
                Duration.ofMillis(20),
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null);
        server = Server.start(settings, List.of(0, 0), UnaryOperator.identity());
        alice = Client.of(server.urls().get(0), "alice");
        bob = Client.of(server.urls().get(0), "bob");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @Test
    void requests_that_race_for_a_key_have_one_winner() {
        List<Reply> replies = atOnce(8, i -> alice.on(server.urls().get(i % 2)).post("/payments", key, payment(1000)));

        assertThat(replies).filteredOn(reply -> reply.marker().equals("stored")).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .isNotEmpty()
                .allSatisfy(loser -> {
                    assertThat(loser.code()).isEqualTo("CONFLICT.idempotency.in_progress");
                    assertThat(loser.header("Retry-After")).isEqualTo("1");
                });
        assertThat(alice.get("/payments?reference=" + reference).json().path("items"))
                .hasSize(1);
    }

    @Test
    void a_key_belongs_to_its_principal() {
        Reply hers = alice.post("/payments", key, payment(1000));
        Reply his = bob.post("/payments", key, payment(1000));

        assertThat(his.marker()).isEqualTo("stored");
        assertThat(his.text("id")).isNotEqualTo(hers.text("id"));
        assertThat(bob.get(hers.header("Location")).code()).isEqualTo("NOT_FOUND.payment");
    }

    @Test
    void refunds_that_race_never_give_back_more_than_was_paid() {
        String id = alice.post("/payments", key, payment(1000)).text("id");
        List<Reply> replies = atOnce(4, i -> alice.post("/refunds", key + i, refund(id, 600)));

        assertThat(replies).filteredOn(reply -> reply.status() == 201).hasSize(1);
        assertThat(replies)
                .filteredOn(reply -> reply.status() != 201)
                .extracting(Reply::code)
                .containsOnly("CONFLICT.refund.exceeds_remaining");
        assertThat(alice.get("/payments/" + id).json().path("refunded").asLong())
                .isEqualTo(600);
    }

    @ParameterizedTest
    @CsvSource({
        "sandbox:unavailable,  503, DEPENDENCY.unavailable, 1",
        "sandbox:timeout,      504, DEPENDENCY.timeout,    ''",
        "sandbox:rate_limited, 429, RATE_LIMIT.exceeded,    1",
    })
    void a_transient_failure_is_no_outcome(String payer, int status, String code, String retryAfter) {
        Reply failed = alice.post("/payments", key, payment(1000).replace("p1", payer));

        assertThat(failed.status()).isEqualTo(status);
        assertThat(failed.code()).isEqualTo(code);
        assertThat(failed.header("Retry-After")).isEqualTo(retryAfter);
        assertThat(alice.post("/payments", key, payment(1000)).marker()).isEqualTo("stored");
    }

    @Test
    void deliveries_of_one_event_settle_a_refund_once() {
        String id = alice.post("/payments", key, payment(1000)).text("id");
        String refundId = alice.post("/refunds", key, refund(id, 400)).text("id");
        String event = """
                {"id":"%s","type":"refund.succeeded",
                 "data":{"refund_id":"%s","amount":400,"reference":"settled-%s"}}""".formatted(key, refundId, key);
        List<Reply> replies = atOnce(4, i -> bob.on(server.urls().get(i % 2)).post("/webhooks/psp", null, event));

        // Its two handlers may run in two deliveries.
        assertThat(replies).extracting(reply -> reply.text("result")).contains("processed");
        assertThat(replies).extracting(Reply::status).containsOnly(200);
        assertThat(new TestServer(server, Jdbi.create(TestDatabase.url("api")))
                        .rows("ledger_entries", "settled-" + key))
                .isEqualTo(1);
        assertThat(alice.get("/refunds/" + refundId).text("status")).isEqualTo("succeeded");
    }

    @Test
    void the_counters_move_by_what_happened() {
        Client metrics = alice.on(server.urls().get(1));
        double created = counter(metrics, "created");
        double replayed = counter(metrics, "replayed");
        metrics.post("/payments", key, payment(1000));
        metrics.post("/payments", key, payment(1000));

        assertThat(counter(metrics, "created")).isEqualTo(created + 1);
        assertThat(counter(metrics, "replayed")).isEqualTo(replayed + 1);
    }

    @Test
    void strangers_are_refused_before_anything_else() {
        Reply stranger = Client.of(server.urls().get(0), "eve").post("/payments", null, "{");

        assertThat(stranger.status()).isEqualTo(401);
        assertThat(stranger.code()).isEqualTo("AUTH.unauthenticated");
        assertThat(stranger.header("WWW-Authenticate")).isEqualTo("Bearer");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[]", "", "{\"amount\":1,\"amount\":1}", "{\"amount\":0}", "{\"amount\":1.5}"})
    void a_bad_body_is_refused_and_leaves_the_key_free(String body) {
        assertThat(alice.post("/payments", key, body).code()).startsWith("VALIDATION.");
        assertThat(alice.post("/payments", key, payment(1000)).marker()).isEqualTo("stored");
    }

    @ParameterizedTest
    @CsvSource({"GET,/nothing,404", "DELETE,/payments,405", "GET,/payments/no-id,404", "GET,/payments,400"})
    void every_error_is_a_problem_document(String method, String path, int status) {
        Reply reply = alice.send(method, path);

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.header("Content-Type")).isEqualTo("application/problem+json");
        assertThat(reply.json().fieldNames()).toIterable().containsExactly("type", "title", "status", "code", "detail");
    }

    private String payment(long amount) {
        return """
                {"amount":%d,"currency":"EUR","payer":"p1","payee":"m1",
                 "reference":"%s"}""".formatted(amount, reference);
    }

    private String refund(String paymentId, long amount) {
        return """
                {"payment_id":"%s","amount":%d,"reference":"%s"}""".formatted(paymentId, amount, reference);
    }

    private static double counter(Client client, String outcome) {
        return client.get("/metrics")
                .body()
                .lines()
                .filter(line -> line.startsWith("idempotent_" + outcome + "_total "))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.indexOf(' '))))
                .sum();
    }

    private static List<Reply> atOnce(int count, IntFunction<Reply> request) {
        List<CompletableFuture<Reply>> replies = IntStream.range(0, count)
                .mapToObj(i -> CompletableFuture.supplyAsync(
                        () -> request.apply(i), task -> new Thread(task, "request-" + i).start()))
                .toList();
        return replies.stream().map(CompletableFuture::join).toList();
    }
}
