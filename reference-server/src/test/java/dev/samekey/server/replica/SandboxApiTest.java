package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.replica.Client.Reply;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Trouble on request. */
class SandboxApiTest {
    private static TestServer server;
    private static Client alice;

    private final String key = UUID.randomUUID().toString();
    private final String reference = UUID.randomUUID().toString();

    @BeforeAll
    static void start() {
        server = TestServer.start("sandbox_api");
        alice = server.as("alice");
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @ParameterizedTest
    @CsvSource({
        "insufficient_funds, 422, VALIDATION.insufficient_funds",
        "unavailable,        503, DEPENDENCY.unavailable",
        "timeout,            504, DEPENDENCY.timeout",
        "rate_limited,       429, RATE_LIMIT.exceeded",
        "slow_failure,       503, DEPENDENCY.unavailable",
    })
    void an_operation_without_a_provider_fails_on_request_too(String word, int status, String code) {
        Reply reply = alice.post("/partners", key, partner(word));

        assertThat(reply.status()).isEqualTo(status);
        assertThat(reply.code()).isEqualTo(code);
        assertThat(server.rows("partners", reference)).isZero();
    }

    @Test
    void a_charge_that_fails_at_first_goes_through_under_the_same_key_and_the_provider_was_called_twice() {
        assertThat(alice.post("/charges", key, charge("unavailable_once")).status())
                .isEqualTo(503);
        Reply second = server.elsewhere(alice).post("/charges", key, charge("unavailable_once"));

        assertThat(second.status()).isEqualTo(201);
        assertThat(second.marker()).isEqualTo("stored");
        assertThat(server.rows("provider_calls", reference)).isEqualTo(2);
        assertThat(server.rows("(select distinct operation_id, reference from provider_calls) calls", reference))
                .as("operations that the provider was asked for")
                .isEqualTo(1);
        assertThat(server.rows("charges", reference)).isEqualTo(1);
    }

    @Test
    void what_fails_after_its_effect_leaves_nothing_and_goes_through_at_the_next_attempt() {
        Reply failed = alice.post("/charges", key, charge("fails_after_effect"));
        assertThat(failed.code()).isEqualTo("INTERNAL.unexpected");
        assertThat(server.rows("charges", reference)).isZero();
        assertThat(server.rows("ledger_entries", reference)).isZero();
        assertThat(server.rows("provider_calls", reference)).isEqualTo(1);

        assertThat(alice.post("/charges", key, charge("fails_after_effect")).status())
                .isEqualTo(201);
        assertThat(server.rows("charges", reference)).isEqualTo(1);
    }

    @Test
    void a_slow_answer_comes_after_the_commit() {
        CompletableFuture<Reply> reply = inTheBackground(charge("slow_answer"));
        await(() -> server.rows("charges", reference) == 1, "the charge to be committed");

        assertThat(reply).isNotDone();
        assertThat(alice.post("/charges", key, charge("slow_answer")).marker()).isEqualTo("replayed");
        assertThat(reply.join().status()).isEqualTo(201);
    }

    @Test
    void a_slow_provider_is_waited_for_before_anything_is_written() {
        CompletableFuture<Reply> reply = inTheBackground(charge("slow"));
        await(this::isClaimed, "the key to be claimed");

        assertThat(alice.post("/charges", key, charge("slow")).code()).isEqualTo("CONFLICT.idempotency.in_progress");
        assertThat(server.rows("charges", reference)).isZero();
        assertThat(reply.join().status()).isEqualTo(201);
        assertThat(server.rows("charges", reference)).isEqualTo(1);
    }

    @Test
    void a_deletion_says_its_wish_in_the_query() {
        String path = alice.post("/partners", key, partner("none")).header("Location");

        assertThat(alice.send("DELETE", path + "?reference=r&note=sandbox:unavailable", key, "")
                        .status())
                .isEqualTo(503);
    }

    private boolean isClaimed() {
        return server.jdbi()
                .withHandle(handle -> handle.select("select 1 from idempotency_records where key = ?", key)
                        .mapTo(Integer.class)
                        .findOne()
                        .isPresent());
    }

    private CompletableFuture<Reply> inTheBackground(String body) {
        return CompletableFuture.supplyAsync(
                () -> alice.post("/charges", key, body), task -> new Thread(task, "slow").start());
    }

    private static void await(BooleanSupplier condition, String what) {
        Instant deadline = Instant.now().plus(Duration.ofSeconds(10));
        while (!condition.getAsBoolean()) {
            assertThat(Instant.now()).as("waited for " + what).isBefore(deadline);
            Thread.onSpinWait();
        }
    }

    private String charge(String word) {
        return """
                {"amount":1000,"currency":"EUR","customer":"c1","reference":"%s","note":"sandbox:%s"}""".formatted(reference, word);
    }

    private String partner(String word) {
        return """
                {"name":"Ann","email":"ann@example.org","reference":"%s","note":"sandbox:%s"}""".formatted(reference, word);
    }
}
