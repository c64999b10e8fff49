package dev.samekey.server.idempotency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.server.Contracts;
import dev.samekey.server.TestClock;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.contract.Marker;
import dev.samekey.server.contract.Stakes;
import dev.samekey.server.database.Migrations;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.ProblemDocuments;
import dev.samekey.server.http.Problems;
import dev.samekey.server.json.Json;
import dev.samekey.server.security.Principal;
import dev.samekey.testing.TestDatabase;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClaimingGuardTest {
    private static final Answer DONE = Answer.created("/things/1", "{\"id\":1}");

    private final Contract contract = Contracts.playbook();
    private final TestClock clock = new TestClock();
    private final Jdbi jdbi = Jdbi.create(TestDatabase.url("guard"));
    private final RecordStore records = records(new ForgottenKeys());
    private final Guard guard = guard(records, contract);
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
    void a_claim_that_outlived_its_key_is_not_taken_over_but_begun_anew() {
        Decision old = guard.run(request, id -> {
            clock.advance(contract.lifetimes().record());
            assertThat(guard.run(request, this::succeed).from()).isEqualTo(State.NONE);
            return succeed(id);
        });

        assertThat(old.outcome()).isEqualTo(Outcome.IN_PROGRESS);
        assertThat(effects()).isEqualTo(1);
        assertThat(runs).hasSize(2).doesNotHaveDuplicates();
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

    @Test
    void where_the_stakes_are_high_a_key_lives_longer() {
        KeyedRequest precious =
                new KeyedRequest(request.principal(), request.call(), "high", request.key(), "hash", Stakes.HIGH);
        guard.run(precious, this::succeed);
        clock.advance(contract.lifetimes().highStakes().minusMillis(1));
        assertThat(guard.run(precious, this::succeed).outcome()).isEqualTo(Outcome.REPLAYED);
        clock.advance(Duration.ofMillis(1));
        assertThat(guard.run(precious, this::succeed).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void where_expired_keys_are_rejected_they_stay_so_after_the_cleanup() {
        RecordStore unforgetting = records(new RejectedKeys());
        Guard rejecting = guard(unforgetting, contract);
        rejecting.run(request, this::succeed);
        clock.advance(contract.lifetimes().record());
        assertThat(rejecting.run(request, this::succeed).answer().errorCode())
                .isEqualTo("CONFLICT.idempotency.key_expired");
        assertThat(unforgetting.purgeExpired()).isPositive();
        assertThat(unforgetting.purgeExpired()).isZero();
        assertThat(rejecting.run(request, this::succeed).outcome()).isEqualTo(Outcome.REFUSED);
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void where_failures_are_no_outcomes_the_key_stays_free() {
        Guard forgiving = guard(records, Contracts.but("stored: {4xx: false}"));
        assertThat(forgiving.run(request, failing(Fault.INSUFFICIENT_FUNDS)).to())
                .isEqualTo(State.NONE);
        assertThat(forgiving.run(request, this::succeed).outcome()).isEqualTo(Outcome.CREATED);
    }

    @Test
    void where_every_failure_is_an_outcome_a_crash_is_one_too() {
        Guard unforgiving = new StoredCrashes(guard(records, Contracts.but("stored: {5xx: true}")));
        Operation crash = id -> transaction -> {
            write(transaction, id);
            throw new IllegalStateException("after the write");
        };

        assertThat(unforgiving.run(request, crash).to()).isEqualTo(State.FAILED);
        assertThat(unforgiving.run(request, this::succeed).answer().status()).isEqualTo(500);
        assertThat(effects()).isZero();
    }

    @Test
    void where_the_key_alone_counts_another_payload_gets_the_first_outcome() {
        Guard trusting = guard(records, new KeyAlone());
        KeyedRequest other = request(request.key(), "other");
        Decision first = trusting.run(request, id -> {
            assertThat(trusting.run(other, this::succeed).outcome()).isEqualTo(Outcome.IN_PROGRESS);
            return succeed(id);
        });

        assertThat(trusting.run(other, this::succeed).answer().body())
                .isEqualTo(first.answer().body());
        assertThat(effects()).isEqualTo(1);
    }

    @Test
    void an_empty_outcome_replays_as_it_was() {
        Answer empty = new Answer(204, Map.of("ETag", "\"2\""), "", null);
        guard.run(request, id -> transaction -> empty);

        Answer again = guard.run(request, this::succeed).answer();
        assertThat(again.status()).isEqualTo(204);
        assertThat(again.body()).isEmpty();
        assertThat(again.headers()).containsEntry("ETag", "\"2\"");
    }

    private RecordStore records(ExpiredKeys expired) {
        return new PostgresRecordStore(jdbi, clock, contract.lifetimes(), expired, new Json());
    }

    private Guard guard(RecordStore store, Contract spoken) {
        return guard(store, spoken, new PayloadFirst());
    }

    private Guard guard(RecordStore store, Duplicates duplicates) {
        return guard(store, contract, duplicates);
    }

    private Guard guard(RecordStore store, Contract spoken, Duplicates duplicates) {
        Problems problems = new ProblemDocuments(spoken, new Json());
        Replays replays = new HeaderMarker(new Marker(Marker.Place.HEADER, "Idempotency-Status", "stored", "replayed"));
        KnownKeys known = new KnownKeys(duplicates, (record, again) -> record.outcome(), replays, problems);
        return new ClaimingGuard(store, known, replays, problems, spoken::isFinal, jdbi);
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
        return new KeyedRequest(new Principal("alice"), TestCalls.withKeys(key), "scope", key, payloadHash);
    }
}
