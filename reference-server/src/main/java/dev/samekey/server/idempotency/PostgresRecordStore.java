package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Contract.Lifetimes;
import dev.samekey.server.http.Answer;
import dev.samekey.server.json.Json;
import java.time.Clock;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Records in a table whose primary key decides every race. */
public final class PostgresRecordStore implements RecordStore {
    private static final String THIS_CLAIM =
            " where scope = :scope and key = :key and token = :token and state = 'in_progress'";

    private final Jdbi jdbi;
    private final Clock clock;
    private final Lifetimes lifetimes;
    private final RecordMapper mapper;
    private final Json json;

    /** Records that live as long as the contract says. */
    public PostgresRecordStore(Jdbi jdbi, Clock clock, Lifetimes lifetimes, Json json) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.lifetimes = lifetimes;
        this.mapper = new RecordMapper(json);
        this.json = json;
    }

    @Override
    public ClaimResult claim(KeyedRequest request) {
        Instant now = clock.instant();
        return jdbi.inTransaction(tx -> insert(tx, request, now)
                        .or(() -> takeOver(tx, request, now))
                        .map(ClaimResult::claimed)
                        .or(() -> find(tx, request).map(ClaimResult::known)))
                // Released between our two looks: the key is free again.
                .orElseGet(() -> claim(request));
    }

    private Optional<Claim> insert(Handle tx, KeyedRequest request, Instant now) {
        Claim claim = new Claim(request, UUID.randomUUID(), UUID.randomUUID(), State.NONE);
        // After its lifetime a key is new (TTL-2), whether or not the cleanup has come by.
        tx.createUpdate("delete from idempotency_records where scope = :scope and key = :key and expires_at <= :now")
                .bindMethods(request)
                .bind("now", now)
                .execute();
        int inserted = tx.createUpdate("""
                        insert into idempotency_records
                          (scope, key, payload_hash, state, token, operation_id, created_at, claimed_at, expires_at)
                        values (:scope, :key, :payloadHash, 'in_progress', :token, :operationId, :now, :now, :expiresAt)
                        on conflict (scope, key) do nothing""")
                .bindMethods(request)
                .bindMethods(claim)
                .bind("now", now)
                .bind("expiresAt", now.plus(lifetimes.record()))
                .execute();
        return inserted == 1 ? Optional.of(claim) : Optional.empty();
    }

    /** An abandoned claim goes on under a new token as the same operation (TTL-7). */
    private Optional<Claim> takeOver(Handle tx, KeyedRequest request, Instant now) {
        UUID token = UUID.randomUUID();
        return tx.createQuery("""
                        update idempotency_records set token = :token, claimed_at = :now
                        where scope = :scope and key = :key and payload_hash = :payloadHash
                          and state = 'in_progress' and claimed_at <= :abandonedSince
                        returning operation_id""")
                .bindMethods(request)
                .bind("token", token)
                .bind("now", now)
                .bind("abandonedSince", now.minus(lifetimes.processing()))
                .mapTo(UUID.class)
                .findOne()
                .map(operationId -> new Claim(request, token, operationId, State.IN_PROGRESS));
    }

    @Override
    public Optional<IdempotencyRecord> find(KeyedRequest request) {
        return jdbi.withHandle(handle -> find(handle, request));
    }

    private Optional<IdempotencyRecord> find(Handle handle, KeyedRequest request) {
        return handle.createQuery(
                        "select * from idempotency_records where scope = :scope and key = :key and expires_at > :now")
                .bindMethods(request)
                .bind("now", clock.instant())
                .map(mapper)
                .findOne();
    }

    @Override
    public void complete(Handle transaction, Claim claim, State state, Answer answer) {
        int updated = transaction
                .createUpdate("""
                        update idempotency_records
                           set state = :state, status_code = :status, response_headers = :headers,
                               response_body = :body, error_code = :errorCode, completed_at = :now""" + THIS_CLAIM)
                .bindMethods(claim.request())
                .bind("token", claim.token())
                .bind("state", state.label())
                .bind("status", answer.status())
                .bind("headers", json.write(answer.headers()))
                .bind("body", answer.body())
                .bind("errorCode", answer.errorCode())
                .bind("now", clock.instant())
                .execute();
        if (updated == 0) {
            throw new ClaimLostException(claim);
        }
    }

    @Override
    public void release(Claim claim) {
        jdbi.useHandle(handle -> handle.createUpdate("delete from idempotency_records" + THIS_CLAIM)
                .bindMethods(claim.request())
                .bind("token", claim.token())
                .execute());
    }

    @Override
    public int purgeExpired() {
        return jdbi.withHandle(handle -> handle.createUpdate(
                        "delete from idempotency_records where expires_at <= :now and state <> 'in_progress'")
                .bind("now", clock.instant())
                .execute());
    }
}
