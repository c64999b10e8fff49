package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.RecordRow;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Handle;

/**
 * Whether a claim is abandoned is looked up first, and it is taken over later, whosever it is by then. Only the original is
 * fenced: of several takeovers each has its effect.
 */
final class TakeoverRace extends Defect {
    private static final long BETWEEN_NANOS = TimeUnit.MILLISECONDS.toNanos(50);
    private static final String ABANDONED = """
            select operation_id from idempotency_records
            where scope = :scope and key = :key and payload_hash = :payloadHash
              and state = 'in_progress' and claimed_at <= :abandonedSince and expires_at > :now""";
    private static final String TAKE = """
            update idempotency_records set token = :token, claimed_at = :now where scope = :scope and key = :key""";

    TakeoverRace() {
        super(
                "takeover-race",
                "TTL-7",
                "STO-8",
                "Whether a claim is abandoned is looked up first, and it is taken over later, whosever it is by then.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                return takenOver(parts, request).map(ClaimResult::claimed).orElseGet(() -> super.claim(request));
            }

            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                if (claim.before() == State.IN_PROGRESS) {
                    new RecordRow(parts.base()).reopen(transaction, claim);
                }
                super.complete(transaction, claim, state, answer);
            }
        });
    }

    private static Optional<Claim> takenOver(Parts parts, KeyedRequest request) {
        Instant now = parts.base().clock().instant();
        Optional<UUID> abandoned = parts.base()
                .jdbi()
                .withHandle(handle -> handle.createQuery(ABANDONED)
                        .bindMethods(request)
                        .bind("now", now)
                        .bind(
                                "abandonedSince",
                                now.minus(parts.base().contract().lifetimes().processing()))
                        .mapTo(UUID.class)
                        .findOne());
        if (abandoned.isEmpty()) {
            return Optional.empty();
        }
        LockSupport.parkNanos(BETWEEN_NANOS);
        UUID token = UUID.randomUUID();
        parts.base()
                .jdbi()
                .useHandle(handle -> handle.createUpdate(TAKE)
                        .bindMethods(request)
                        .bind("token", token)
                        .bind("now", now)
                        .execute());
        return abandoned.map(operationId -> new Claim(request, token, operationId, State.IN_PROGRESS));
    }
}
