package dev.samekey.defects.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Caller.Reply;
import dev.samekey.server.http.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class ReplayDefectsTest {
    @Test
    void a_replay_has_no_location() {
        try (Bench bench = Bench.of(new ReplayDropsLocation()::apply)) {
            assertThat(pay(bench).header("Location")).isNotEmpty();
            Reply again = pay(bench);
            assertThat(again.marker()).isEqualTo("replayed");
            assertThat(again.header("Location")).isEmpty();
        }
    }

    @Test
    void a_replay_does_the_slow_part_again_and_writes_nothing() {
        try (Bench bench = Bench.of(new ReplayCallsProvider()::apply)) {
            AtomicInteger calls = new AtomicInteger();
            var first = bench.run(id -> {
                calls.incrementAndGet();
                return bench.succeed(id);
            });
            bench.run(id -> {
                assertThat(id).isEqualTo(first.operationId());
                calls.incrementAndGet();
                return bench.succeed(id);
            });
            assertThat(calls).hasValue(2);
            assertThat(bench.effects(first.operationId())).isEqualTo(1);
        }
    }

    @Test
    void an_empty_outcome_replays_as_something() {
        try (Bench bench = Bench.of(new EmptyBodyBreaksReplay()::apply)) {
            Answer nothing = new Answer(204, Map.of(), "", null);
            assertThat(bench.run(id -> tx -> nothing).answer().status()).isEqualTo(204);
            assertThat(bench.run(id -> tx -> nothing).answer().status()).isEqualTo(200);
        }
    }

    @Test
    void the_marker_is_what_the_client_says() {
        try (Bench bench = Bench.of(new ClientHeaderForgesReplay()::apply)) {
            Caller alice = bench.alice().key(bench.key()).with("Content-Type", "text/plain");
            Reply forged = alice.with("idempotency-status", "replayed").post("/payments", bench.payment());
            assertThat(forged.marker()).isEqualTo("replayed");
            assertThat(forged.header("Content-Type")).isEqualTo("application/json");
            assertThat(alice.with("Idempotency-Status", "stored")
                            .post("/payments", bench.payment())
                            .marker())
                    .isEqualTo("stored");
            assertThat(bench.payments()).isEqualTo(1);
        }
    }

    @Test
    void a_replay_stalls_and_is_whole_in_the_end() {
        try (Bench bench = Bench.of(BrokenReplay.hanging(Duration.ofMillis(10))::apply)) {
            Reply first = pay(bench);
            Reply again = pay(bench);
            assertThat(again.body()).isEqualTo(first.body());
            assertThat(again.marker()).isEqualTo("replayed");
            assertThat(again.response().headers().map()).doesNotContainKey("replayed-answer");
        }
    }

    @Test
    void a_replay_is_cut_off() {
        try (Bench bench = Bench.of(BrokenReplay.truncated()::apply)) {
            assertThat(pay(bench).status()).isEqualTo(201);
            assertThatThrownBy(() -> pay(bench)).hasCauseInstanceOf(IOException.class);
        }
    }

    private static Reply pay(Bench bench) {
        return bench.alice().key(bench.key()).post("/payments", bench.payment());
    }
}
