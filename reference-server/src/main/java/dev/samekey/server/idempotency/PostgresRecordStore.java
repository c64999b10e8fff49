package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Lifetimes;
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
    /** An operation that was tried before goes on under its own id, for others may know it by that (EXT-1). */
    private static final String CLAIM = """
            insert into idempotency_records
              (scope, key, payload_hash, state, token, operation_id, created_at, claimed_at, expires_at)
            values (:scope, :key, :payloadHash, 'in_progress', :token,
              coalesce((select operation_id from released_operations where scope = :scope and key = :key
                          and payload_hash = :payloadHash and expires_at > :now), :fresh),
              :now, :now, :expiresAt)
            on conflict (scope, key) do nothing
            returning operation_id""";

    private static final String RELEASE = """
            with released as (delete from idempotency_records %s
                              returning scope, key, payload_hash, operation_id, expires_at)
            insert into released_operations (scope, key, payload_hash, operation_id, expires_at)
            select scope, key, payload_hash, operation_id, expires_at from released
            on conflict (scope, key, payload_hash) do update
              set operation_id = excluded.operation_id, expires_at = excluded.expires_at""";

    private static final String THIS_CLAIM =
            " where scope = :scope and key = :key and token = :token and state = 'in_progress'";

    private final Jdbi jdbi;
    private final Clock clock;
    private final Lifetimes lifetimes;
    private final ExpiredKeys expired;
    private final RecordMapper mapper;
    private final Json json;

    /** Records that live as long as the contract says; what becomes of expired ones is up to the policy. */
    public PostgresRecordStore(Jdbi jdbi, Clock clock, Lifetimes lifetimes, ExpiredKeys expired, Json json) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.lifetimes = lifetimes;
        this.expired = expired;
        this.mapper = new RecordMapper(json);
        this.json = json;
    }

    @Override
    public ClaimResult claim(KeyedRequest request) {
        Instant now = clock.instant();
        // No transaction around these: each statement decides for itself, and a fresh key costs only the first.
        return jdbi.withHandle(handle -> insert(handle, request, now)
                        .or(() -> takeOver(handle, request, now))
                        .map(ClaimResult::claimed)
                        .or(() -> find(handle, request).map(ClaimResult::known)))
                // Released between our looks, or expired: the key is free again.
                .orElseGet(() -> claimAnew(request, now));
    }

    private ClaimResult claimAnew(KeyedRequest request, Instant now) {
        jdbi.useHandle(handle -> expired.makeRoom(handle, request, now));
        return claim(request);
    }

    private Optional<Claim> insert(Handle handle, KeyedRequest request, Instant now) {
        UUID token = UUID.randomUUID();
        return handle.createQuery(CLAIM)
                .bindMethods(request)
                .bind("token", token)
                .bind("fresh", UUID.randomUUID())
                .bind("now", now)
                .bind("expiresAt", now.plus(lifetimes.of(request.stakes())))
                .mapTo(UUID.class)
                .findOne()
                .map(operationId -> new Claim(request, token, operationId, State.NONE));
    }

    /** An abandoned claim goes on under a new token as the same operation (TTL-7). */
    private Optional<Claim> takeOver(Handle handle, KeyedRequest request, Instant now) {
        UUID token = UUID.randomUUID();
        return handle.createQuery("""
                        update idempotency_records set token = :token, claimed_at = :now
                        where scope = :scope and key = :key and payload_hash = :payloadHash
                          and state = 'in_progress' and claimed_at <= :abandonedSince and expires_at > :now
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
        return handle.createQuery("""
                        select *, expires_at <= :now as expired from idempotency_records
                        where scope = :scope and key = :key""")
                .bindMethods(request)
                .bind("now", clock.instant())
                .map(mapper)
                .findOne()
                .filter(expired::remembers);
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
        jdbi.useHandle(handle -> handle.createUpdate(RELEASE.formatted(THIS_CLAIM))
                .bindMethods(claim.request())
                .bind("token", claim.token())
                .execute());
    }

    @Override
    public int purgeExpired() {
        return jdbi.withHandle(handle -> purgeExpired(handle, clock.instant(), Integer.MAX_VALUE));
    }

    @Override
    public int purgeExpired(Handle transaction, Instant expiredBy, int atMost) {
        transaction.execute("delete from released_operations where expires_at <= ?", expiredBy);
        return expired.purge(transaction, expiredBy, atMost);
    }
}
