package dev.samekey.defects.order;

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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** After an event the payload of a completed key is not compared any more: another one gets the outcome of the first. */
final class PayloadForgotten extends Defect {
    private final After after;
    /** Of all replicas of the process. */
    private final Set<KeyId> completed = ConcurrentHashMap.newKeySet();

    private final Set<KeyId> forgotten = ConcurrentHashMap.newKeySet();

    PayloadForgotten(String name, After after) {
        super(name, "STO-8", "", "After " + after.words + " another payload under a completed key is replayed.");
        this.after = after;
    }

    /** The event. */
    enum After {
        CLEANUP("a cleanup"),
        TAKEOVER("a takeover"),
        CRASH("a crash");

        private final String words;

        After(String words) {
            this.words = words;
        }
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new Forgetting(parts.get(Part.RECORDS)));
    }

    private final class Forgetting extends ForwardingRecordStore {
        Forgetting(RecordStore records) {
            super(records);
        }

        @Override
        public ClaimResult claim(KeyedRequest request) {
            KeyId key = KeyId.of(request);
            return super.claim(request)
                    .match(
                            claim -> {
                                forgotten.remove(key);
                                return ClaimResult.claimed(claim);
                            },
                            record -> ClaimResult.known(isForgotten(key, record) ? alike(record, request) : record));
        }

        /** What this process has not completed was completed before it crashed. */
        private boolean isForgotten(KeyId key, IdempotencyRecord record) {
            boolean isOlder = after == After.CRASH && record.state() == State.COMPLETED && !completed.contains(key);
            return isOlder || forgotten.contains(key);
        }

        private static IdempotencyRecord alike(IdempotencyRecord record, KeyedRequest request) {
            return new IdempotencyRecord(
                    request.payloadHash(), record.state(), record.operationId(), record.answer(), record.createdAt());
        }

        @Override
        public void complete(Handle transaction, Claim claim, State state, Answer answer) {
            super.complete(transaction, claim, state, answer);
            if (state == State.COMPLETED) {
                boolean isTakeover = claim.before() == State.IN_PROGRESS;
                (after == After.TAKEOVER && isTakeover ? forgotten : completed).add(KeyId.of(claim.request()));
            }
        }

        @Override
        public int purgeExpired() {
            if (after == After.CLEANUP) {
                forgotten.addAll(completed);
                completed.clear();
            }
            return super.purgeExpired();
        }
    }
}
