package dev.samekey.defects.mismatch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.defects.Defects;
import dev.samekey.server.Bench;
import dev.samekey.server.Caller.Reply;
import dev.samekey.server.idempotency.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class MismatchDefectsTest {
    private static final String MISMATCH = "CONFLICT.idempotency.payload_mismatch";

    @Test
    void equal_numbers_differ_when_they_are_written_otherwise() {
        try (Bench bench = Bench.of(RespelledPayload.rawNumbers()::apply)) {
            pay(bench, bench.payment());
            assertThat(pay(bench, bench.payment().replace("1000", "1000.0")).code())
                    .isEqualTo(MISMATCH);
            assertThat(pay(bench, bench.payment().replace(",", " , ")).marker()).isEqualTo("replayed");
            assertThat(pay(bench, bench.payment().replace("EUR", "EU\\u0052")).marker())
                    .isEqualTo("replayed");
        }
    }

    @Test
    void numbers_beyond_doubles_collide() {
        try (Bench bench = Bench.of(RespelledPayload.doubles()::apply)) {
            pay(bench, bench.payment(9007199254740992L));
            assertThat(pay(bench, bench.payment(9007199254740993L)).marker()).isEqualTo("replayed");
            assertThat(pay(bench, bench.payment(9007199254740995L)).code()).isEqualTo(MISMATCH);
        }
    }

    @Test
    void letters_that_look_alike_collide() {
        try (Bench bench = Bench.of(RespelledPayload.normalised()::apply)) {
            pay(bench, bench.payment().replace("p1", "\u00e9"));
            assertThat(pay(bench, bench.payment().replace("p1", "e\u0301")).marker())
                    .isEqualTo("replayed");
            assertThat(pay(bench, bench.payment().replace("p1", "e")).code()).isEqualTo(MISMATCH);
        }
    }

    @Test
    void volatile_members_count() {
        try (Bench bench = Bench.of(new HashesVolatileFields()::apply)) {
            String early = bench.payment().replace("{", "{\"client_time\":1,");
            pay(bench, early);
            assertThat(pay(bench, early).marker()).isEqualTo("replayed");
            assertThat(pay(bench, early.replace(":1,", ":2,")).code()).isEqualTo(MISMATCH);
        }
    }

    @Test
    void another_payload_is_replayed_after_a_failed_attempt_alone() {
        try (Bench bench = Bench.of(new FailureForgetsPayload()::apply)) {
            pay(bench, bench.payment());
            assertThat(pay(bench, bench.payment(1001)).code()).isEqualTo(MISMATCH);
        }
        try (Bench bench = Bench.of(new FailureForgetsPayload()::apply)) {
            String failing = bench.payment().replace("p1", "sandbox:unavailable_once");
            assertThat(pay(bench, failing).status()).isEqualTo(503);
            assertThat(pay(bench, failing).status()).isEqualTo(201);
            assertThat(pay(bench, bench.payment(1001)).marker()).isEqualTo("replayed");
        }
    }

    @Test
    void a_mismatch_tells_the_first_outcome() {
        try (Bench bench = Bench.of(new MismatchLeaksFirstBody()::apply)) {
            Reply first = pay(bench, bench.payment());
            Reply other = pay(bench, bench.payment(1001));
            assertThat(other.code()).isEqualTo(MISMATCH);
            assertThat(other.text("first")).isEqualTo(first.body());
        }
    }

    @Test
    void another_payload_runs_while_the_first_is_running_and_not_after() {
        try (Bench bench =
                Bench.of(Defects.named("mismatch-unchecked-in-progress").orElseThrow()::apply)) {
            bench.run(id -> {
                assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                        .isEqualTo(Outcome.CREATED);
                return bench.succeed(id);
            });
            assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                    .isEqualTo(Outcome.CONFLICT);
        }
    }

    @Test
    void another_payload_runs_when_it_comes_at_once() {
        try (Bench bench = Bench.of(Defects.named("race-mismatch-executes").orElseThrow()::apply)) {
            bench.run(id -> {
                assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                        .isEqualTo(Outcome.CREATED);
                bench.clock().advance(Duration.ofMillis(200));
                assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                        .isEqualTo(Outcome.CONFLICT);
                return bench.succeed(id);
            });
        }
    }

    @Test
    void the_fingerprint_is_short() {
        try (Bench bench = Bench.of(new StoresWeakHash()::apply)) {
            pay(bench, bench.payment());
            assertThat(bench.record("payload_hash")).hasSizeLessThanOrEqualTo(8);
            assertThat(pay(bench, bench.payment()).marker()).isEqualTo("replayed");
            assertThat(pay(bench, bench.payment(1001)).code()).isEqualTo(MISMATCH);
        }
    }

    private static Reply pay(Bench bench, String body) {
        return bench.alice().key(bench.key()).post("/payments", body);
    }
}
