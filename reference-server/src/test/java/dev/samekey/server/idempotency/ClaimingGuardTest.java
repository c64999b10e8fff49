package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.TestClock;
import dev.samekey.server.TestDatabase;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.database.Migrations;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.ProblemDocuments;
import dev.samekey.server.json.Json;
import dev.samekey.server.security.Principal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimingGuardTest {
    private static final Answer DONE = Answer.created("/things/1", "{\"id\":1}");

    private final Contract contract = Contract.playbook();
    private final TestClock clock = new TestClock();
    private final Jdbi jdbi = Jdbi.create(TestDatabase.url("guard"));
    private final RecordStore records = new PostgresRecordStore(jdbi, clock, contract.lifetimes(), new Json());
    private final Guard guard = new ClaimingGuard(
            records,
            new PayloadFirst(),
            new MarkedReplays(contract.marker()),
            new ProblemDocuments(contract, new Json()),
            jdbi);
    private final List<UUID> runs = new ArrayList<>();
    private final KeyedRequest request = request(UUID.randomUUID().toString(), "hash");

    @BeforeEach
    void migrate() {
        Migrations.run(jdbi);
        jdbi.useHandle(handle -> handle.execute("create table if not exists effects (operation_id uuid)"));
    }

    @Test
    void an_operation_runs_once_and_then_replays() {
        Decision first = guard.run(request, this::succeed);
        Decision again = guard.run(request, this::succeed);

        assertThat(first.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(again.outcome()).isEqualTo(Outcome.REPLAYED);
        assertThat(again.answer().body()).isEqualTo(first.answer().body());
        assertThat(first.answer().headers()).containsEntry("Idempotency-Status", "stored");
        assertThat(again.answer().headers()).containsEntry("Idempotency-Status", "replayed");
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void a_second_claim_of_the_same_key_is_refused() {
        Decision first = guard.run(request, id -> {
            assertThat(guard.run(request, this::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
            return succeed(id);
        });

        assertThat(first.outcome()).isEqualTo(Outcome.CREATED);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void another_payload_is_a_conflict_even_while_the_first_is_running() {
        KeyedRequest other = request(request.key(), "other");

        guard.run(request, id -> {
            assertThat(guard.run(other, this::succeed).outcome()).isEqualTo(Outcome.CONFLICT);
            return succeed(id);
        });

        assertThat(guard.run(other, this::succeed).outcome()).isEqualTo(Outcome.CONFLICT);
        assertThat(guard.run(request, this::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
    }

    @Test
    void a_final_failure_is_stored_and_replayed() {
        Decision first = guard.run(request, failing(Fault.INSUFFICIENT_FUNDS));
        Decision again = guard.run(request, this::succeed);

        assertThat(first.to()).isEqualTo(State.FAILED);
        assertThat(again.outcome()).isEqualTo(Outcome.REPLAYED);
        assertThat(again.answer().status()).isEqualTo(422);
        assertThat(effects()).isZero();
    }

    @Test
    void a_transient_failure_leaves_the_key_free() {
        assertThat(guard.run(request, failing(Fault.DEPENDENCY_UNAVAILABLE)).to())
                .isEqualTo(State.NONE);
        assertThat(guard.run(request, this::succeed).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void a_failure_after_the_effect_takes_the_effect_back() {
        assertThatThrownBy(() -> guard.run(request, id -> transaction -> {
                    write(transaction, id);
                    throw new IllegalStateException("after the write");
                }))
                .isInstanceOf(IllegalStateException.class);

        assertThat(effects()).isZero();
        assertThat(guard.run(request, this::succeed).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void an_abandoned_claim_is_taken_over_as_the_same_operation_and_the_slow_one_commits_nothing() {
        Decision slow = guard.run(request, id -> {
            clock.advance(contract.lifetimes().processing());
            Decision overtaker = guard.run(request, this::succeed);
            assertThat(overtaker.from()).isEqualTo(State.IN_PROGRESS);
            assertThat(overtaker.outcome()).isEqualTo(Outcome.CREATED);
            return succeed(id);
        });

        assertThat(slow.outcome()).isEqualTo(Outcome.IN_PROGRESS);
        assertThat(effects()).isEqualTo(1);
        assertThat(runs).hasSize(2).containsOnly(runs.get(0));
    }

    @Test
    void a_slow_claim_is_not_taken_over_before_its_time() {
        guard.run(request, id -> {
            clock.advance(contract.lifetimes().processing().minusMillis(1));
            assertThat(guard.run(request, this::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
            return succeed(id);
        });
    }

    @Test
    void a_key_replays_until_its_lifetime_ends_and_is_new_from_then_on() {
        guard.run(request, this::succeed);
        clock.advance(contract.lifetimes().record().minusMillis(1));
        assertThat(guard.run(request, this::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        clock.advance(Duration.ofMillis(1));
        assertThat(guard.run(request, this::succeed).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void the_cleanup_takes_what_has_expired_and_leaves_what_is_running() {
        guard.run(request, this::succeed);
        KeyedRequest running = request("running " + request.key(), "hash");
        guard.run(running, id -> {
            assertThat(records.purgeExpired()).isZero();
            clock.advance(contract.lifetimes().record());
            assertThat(records.purgeExpired()).isPositive();
            assertThat(records.purgeExpired()).isZero();
            return succeed(id);
        });
        assertThat(stateOf(running)).isEqualTo("completed");
    }

    private Effect succeed(UUID operationId) {
        runs.add(operationId);
        return transaction -> {
            write(transaction, operationId);
            return DONE;
        };
    }

    private static Operation failing(Fault fault) {
        return id -> {
            throw new FaultException(fault, "as told");
        };
    }

    private static void write(Handle transaction, UUID operationId) {
        transaction.execute("insert into effects values (?)", operationId);
    }

    private long effects() {
        return jdbi.withHandle(handle ->
                handle.createQuery("""
                        select count(*) from effects join idempotency_records using (operation_id)
                        where scope = :scope and key = :key""").bindMethods(request).mapTo(Long.class).one());
    }

    private String stateOf(KeyedRequest keyed) {
        return jdbi.withHandle(handle -> handle.createQuery(
                        "select state from idempotency_records where scope = :scope and key = :key")
                .bindMethods(keyed)
                .mapTo(String.class)
                .one());
    }

    private static KeyedRequest request(String key, String payloadHash) {
        return new KeyedRequest(new Principal("alice"), Calls.withKeys(key), "scope", key, payloadHash);
    }
}
