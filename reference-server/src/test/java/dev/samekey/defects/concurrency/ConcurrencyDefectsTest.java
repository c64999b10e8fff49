package dev.samekey.defects.concurrency;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.defects.Defects;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.Bench;
import dev.samekey.server.Caller;
import dev.samekey.server.Caller.Reply;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import dev.samekey.server.vendors.PaymentProvider;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ConcurrencyDefectsTest {
    @Test
    void two_that_look_at_once_both_run_and_later_ones_do_not() {
        try (Bench bench = Bench.of(defect("check-then-act-500ms")::apply)) {
            CompletableFuture<Decision> one = CompletableFuture.supplyAsync(() -> bench.run(bench::succeed));
            Decision other = bench.run(bench::succeed);
            assertThat(List.of(one.join().outcome(), other.outcome())).containsOnly(Outcome.CREATED);
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"check-then-act-50ms", "check-then-act-5ms", "check-then-act-1ms", "check-then-act-0.2ms"})
    void a_window_of_any_width_works_without_a_race(String name) {
        try (Bench bench = Bench.of(defect(name)::apply)) {
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        }
    }

    @Test
    void another_key_waits_for_the_slow_part() throws Exception {
        try (Bench bench = Bench.of(GlobalLock.ofUsualOperations()::apply)) {
            CompletableFuture<Reply> other = new CompletableFuture<>();
            bench.run(id -> {
                Caller alice = bench.alice().key(bench.key() + "2");
                other.completeAsync(() -> alice.post("/payments", bench.payment()));
                Pause.of(Duration.ofMillis(200));
                assertThat(other).isNotDone();
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
                return bench.succeed(id);
            });
            assertThat(other.get(10, TimeUnit.SECONDS).status()).isEqualTo(201);
        }
    }

    @Test
    void a_loser_is_held_even_where_the_first_has_ended_long_ago() {
        try (Bench bench = Bench.of(new WaitsForever(Duration.ofMillis(20))::apply)) {
            bench.run(id -> {
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
                return bench.succeed(id);
            });
        }
    }

    @Test
    void refunds_that_race_give_back_too_much_and_refunds_in_turn_do_not() {
        CyclicBarrier looked = new CyclicBarrier(2);
        try (Bench bench = Bench.of(parts -> LimitLookedAtEarly.ofRefunds().apply(meeting(parts, looked)))) {
            Caller alice = bench.alice();
            String id =
                    alice.key(bench.key()).post("/payments", bench.payment()).text("id");
            String refund = bench.refund(id, 600);
            CompletableFuture<Reply> other = new CompletableFuture<>();
            other.completeAsync(() -> alice.key(bench.key() + "other").post("/refunds", refund));
            assertThat(alice.key(bench.key()).post("/refunds", refund).status()).isEqualTo(201);
            assertThat(other.join().status()).isEqualTo(201);
            assertThat(alice.key(bench.key() + "third").post("/refunds", refund).code())
                    .isEqualTo("CONFLICT.refund.exceeds_remaining");
        }
    }

    @Test
    void a_claim_is_taken_over_while_its_operation_is_slow() {
        try (Bench bench = Bench.of(LeaseShorterThanHandler.ofAWhile()::apply)) {
            Decision slow = bench.run(id -> {
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
                bench.clock().advance(Duration.ofMillis(450));
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
                return bench.succeed(id);
            });
            assertThat(slow.outcome()).isEqualTo(Outcome.IN_PROGRESS);
        }
    }

    @Test
    void a_duplicate_of_a_failure_fails_by_itself() {
        CyclicBarrier judged = new CyclicBarrier(2);
        try (Bench bench = Bench.of(parts -> new DuplicateOfFailureGets500().apply(judging(parts, judged)))) {
            CompletableFuture<Decision> duplicate = new CompletableFuture<>();
            bench.run(id -> {
                duplicate.completeAsync(() -> bench.run(bench::succeed));
                meet(judged);
                throw new FaultException(Fault.DEPENDENCY_UNAVAILABLE, "as told");
            });
            assertThat(duplicate.join().answer().status()).isEqualTo(500);
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    /** Refunds meet at the provider: all have looked at the payment, and none has locked it. */
    private static Parts meeting(Parts parts, CyclicBarrier barrier) {
        PaymentProvider provider = parts.get(Part.PROVIDER);
        return parts.with(Part.PROVIDER, new PaymentProvider() {
            @Override
            public Approval authorize(Authorization authorization) {
                Approval approval = provider.authorize(authorization);
                if (authorization.kind().equals("refund")) {
                    meet(barrier);
                }
                return approval;
            }

            @Override
            public void confirm(UUID operationId) {
                provider.confirm(operationId);
            }
        });
    }

    private static Parts judging(Parts parts, CyclicBarrier barrier) {
        return parts.with(Part.DUPLICATES, (known, request) -> {
            meet(barrier);
            return parts.get(Part.DUPLICATES).judge(known, request);
        });
    }

    private static void meet(CyclicBarrier barrier) {
        try {
            barrier.await(10, TimeUnit.SECONDS);
        } catch (InterruptedException | BrokenBarrierException | TimeoutException alone) {
            throw new AssertionError("nobody came to meet within 10 s", alone);
        }
    }

    private static Defect defect(String name) {
        return Defects.named(name).orElseThrow();
    }
}
