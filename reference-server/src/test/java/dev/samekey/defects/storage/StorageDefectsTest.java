package dev.samekey.defects.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.defects.Defects;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.Bench;
import dev.samekey.server.Contracts;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.jdbi.v3.core.ConnectionException;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class StorageDefectsTest {
    @Test
    void an_effect_is_there_before_its_outcome() {
        CompletableFuture<UUID> lost = new CompletableFuture<>();
        try (Bench bench = Bench.of(parts -> new EffectOutsideTransaction().apply(crashing(parts)))) {
            assertThatThrownBy(() -> bench.run(id -> {
                        lost.complete(id);
                        return bench.succeed(id);
                    }))
                    .hasMessage("crash");
            assertThat(bench.effects(lost.join())).isEqualTo(1);
        }
    }

    @Test
    void an_outcome_is_written_when_it_is_asked_for() {
        try (Bench bench = Bench.of(new RecordAfterResponse()::apply)) {
            Decision first = bench.run(bench::succeed);
            assertThat(bench.effects(first.operationId())).isEqualTo(1);
            assertThat(bench.record("state")).isEqualTo("in_progress");
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
            assertThat(bench.record("state")).isEqualTo("completed");
        }
    }

    @Test
    void an_outcome_is_there_before_its_effect() {
        try (Bench bench = Bench.of(new RecordBeforeEffect()::apply)) {
            Decision first = bench.run(id -> {
                assertThat(bench.record("state")).isEqualTo("completed");
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
                assertThat(afterRestart(bench).answer().body()).isEqualTo(RecordBeforeEffect.ACCEPTED.body());
                return bench.succeed(id);
            });
            assertThat(bench.run(bench::succeed).answer().body())
                    .isEqualTo(first.answer().body());
        }
    }

    @ParameterizedTest
    @EnumSource(
            value = Fault.class,
            names = {"DEPENDENCY_UNAVAILABLE", "DEPENDENCY_TIMEOUT"})
    void a_transient_failure_is_an_outcome(Fault fault) {
        try (Bench bench = Bench.of(Defects.named("caches-transient-5xx").orElseThrow()::apply)) {
            bench.run(failing(fault));
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        }
    }

    @Test
    void a_429_is_an_outcome_and_a_503_is_none() {
        try (Bench bench = Bench.of(Defects.named("429-cached").orElseThrow()::apply)) {
            bench.run(failing(Fault.DEPENDENCY_UNAVAILABLE));
            bench.run(failing(Fault.RATE_LIMITED));
            assertThat(bench.run(bench::succeed).answer().status()).isEqualTo(429);
        }
    }

    @Test
    void a_second_record_is_not_refused_though_the_server_makes_none() {
        try (Bench bench = Bench.of("unconstrained", Contracts.playbook(), new NoUniqueConstraint()::apply)) {
            bench.run(id -> {
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
                bench.clock().advance(Duration.ofSeconds(30));
                assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
                return bench.succeed(id);
            });
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
            assertThat(bench.run(bench.request("other"), bench::succeed).outcome())
                    .isEqualTo(Outcome.CONFLICT);
            bench.jdbi()
                    .useHandle(handle -> assertThat(handle.execute(
                                    "insert into idempotency_records select * from idempotency_records where key = ?",
                                    bench.key()))
                            .isEqualTo(1));
        }
    }

    @Test
    void a_record_does_not_hold_the_status_that_is_replayed() {
        try (Bench bench = Bench.of(new RecordWithoutStatus()::apply)) {
            bench.run(bench::succeed);
            assertThat(bench.record("coalesce(status_code::text, 'none')")).isEqualTo("none");
            assertThat(bench.run(bench::succeed).answer().status()).isEqualTo(201);
        }
    }

    @Test
    void a_replay_changes_the_record() {
        try (Bench bench = Bench.of(new CompletedRecordMutates()::apply)) {
            bench.run(bench::succeed);
            String before = bench.record("created_at");
            bench.clock().advance(Duration.ofMinutes(1));
            bench.run(bench::succeed);
            assertThat(bench.record("created_at")).isNotEqualTo(before);
        }
    }

    @Test
    void without_the_store_an_operation_runs_later_and_unguarded() {
        AtomicBoolean away = new AtomicBoolean(true);
        try (Bench bench = Bench.of(parts -> new FailsOpen().apply(cut(parts, away)))) {
            CompletableFuture<Void> ran = new CompletableFuture<>();
            Decision accepted = bench.run(id -> transaction -> {
                ran.complete(null);
                return Answer.ok("{}");
            });
            assertThat(accepted.answer().status()).isEqualTo(202);
            assertThat(ran).succeedsWithin(Duration.ofSeconds(20));
            away.set(false);
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    @Test
    void an_effect_outlives_the_failure_after_it() {
        try (Bench bench = Bench.of(new EffectSurvivesFailure()::apply)) {
            AtomicReference<UUID> operation = new AtomicReference<>();
            assertThatThrownBy(() -> bench.run(id -> transaction -> {
                        operation.set(id);
                        bench.succeed(id).write(transaction);
                        throw new IllegalStateException("after the effect");
                    }))
                    .hasMessage("after the effect");
            assertThat(bench.effects(operation.get())).isEqualTo(1);
            assertThat(bench.run(bench::succeed).outcome()).isEqualTo(Outcome.CREATED);
        }
    }

    /** A store that fails when it should keep an outcome. */
    private static Parts crashing(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                throw new IllegalStateException("crash");
            }
        });
    }

    /** What another process sees, which shares no memory with this one. */
    private static Decision afterRestart(Bench bench) {
        try (Bench other = Bench.of(new RecordBeforeEffect()::apply)) {
            return other.run(bench.request("hash"), other::succeed);
        }
    }

    private static Parts cut(Parts parts, AtomicBoolean away) {
        return parts.with(Part.GUARD, composed -> (request, operation) -> {
            if (away.get()) {
                throw new ConnectionException(new SQLException("cut", "08006"));
            }
            return parts.get(Part.GUARD).apply(composed).run(request, operation);
        });
    }

    private static Operation failing(Fault fault) {
        return id -> {
            throw new FaultException(fault, "as told");
        };
    }
}
