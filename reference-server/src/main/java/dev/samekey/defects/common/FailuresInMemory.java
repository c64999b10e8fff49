package dev.samekey.defects.common;

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
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;

/** A failed outcome is kept in memory only: replicas of one process share it or not, a restart forgets it. */
public final class FailuresInMemory extends Defect {
    private static final String FOLLOWS = "OBS-7 OBS-8 STO-7 STO-8 TTL-2 TTL-6";

    private final Supplier<Map<KeyId, IdempotencyRecord>> memory;

    private FailuresInMemory(String name, String clause, String how, Supplier<Map<KeyId, IdempotencyRecord>> memory) {
        super(name, clause, FOLLOWS + " STO-4", how);
        this.memory = memory;
    }

    /** All replicas of one process know it. */
    public static Defect shared() {
        Map<KeyId, IdempotencyRecord> failures = new ConcurrentHashMap<>();
        return new FailuresInMemory(
                "failures-in-memory",
                "STO-4",
                "A failed outcome is kept in memory only, and a restart forgets it.",
                () -> failures);
    }

    /** The other replicas know nothing of it. */
    public static Defect ofEachReplica() {
        return new FailuresInMemory(
                "failures-of-one-replica",
                "RPL-8",
                "A failed outcome is kept in the memory of its replica only.",
                ConcurrentHashMap::new);
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS, new Failures(parts.get(Part.RECORDS), parts.base().clock(), memory.get()));
    }

    private static final class Failures extends ForwardingRecordStore {
        private final Clock clock;
        private final Map<KeyId, IdempotencyRecord> failures;

        Failures(RecordStore records, Clock clock, Map<KeyId, IdempotencyRecord> failures) {
            super(records);
            this.clock = clock;
            this.failures = failures;
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
