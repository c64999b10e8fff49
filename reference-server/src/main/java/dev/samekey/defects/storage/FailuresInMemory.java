package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.RecordStore;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Clock;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** A failed outcome is kept in memory only: replicas of one process share it, a restart forgets it. */
final class FailuresInMemory extends Defect {
    private final Map<KeyId, IdempotencyRecord> failures = new ConcurrentHashMap<>();

    FailuresInMemory() {
        super(
                "failures-in-memory",
                "STO-4",
                "OBS-7 OBS-8 STO-7 STO-8 TTL-2 TTL-6",
                "A failed outcome is kept in memory only, and a restart forgets it.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS, new Failures(parts.get(Part.RECORDS), parts.base().clock()));
    }

    private final class Failures extends ForwardingRecordStore {
        private final Clock clock;

        Failures(RecordStore records, Clock clock) {
            super(records);
            this.clock = clock;
        }

        @Override
        public ClaimResult claim(KeyedRequest request) {
            return kept(request).map(ClaimResult::known).orElseGet(() -> super.claim(request));
        }

        @Override
        public Optional<IdempotencyRecord> find(KeyedRequest request) {
            return kept(request).or(() -> super.find(request));
        }

        private Optional<IdempotencyRecord> kept(KeyedRequest request) {
            return Optional.ofNullable(failures.get(KeyId.of(request)));
        }

        @Override
        public void complete(Handle transaction, Claim claim, State state, Answer answer) {
            if (state != State.FAILED) {
                super.complete(transaction, claim, state, answer);
                return;
            }
            KeyedRequest request = claim.request();
            failures.put(
                    KeyId.of(request),
                    new IdempotencyRecord(request.payloadHash(), state, claim.operationId(), answer, clock.instant()));
            transaction.execute("delete from idempotency_records where token = ?", claim.token());
        }
    }
}
