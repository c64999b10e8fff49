package dev.samekey.defects.storage;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** The outcome is written when somebody asks for it, or some seconds after the answer: a crash in between loses it. */
final class RecordAfterResponse extends Defect {
    private final WrittenBehind writes = new WrittenBehind(Duration.ofMillis(2500));

    RecordAfterResponse() {
        super(
                "record-after-response",
                "STO-2",
                Clauses.RECORDS + " TTL-8 STO-1 STO-4",
                "The effect is committed, its outcome only some seconds after the answer, unless it is asked for.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                writes.writeNow(request);
                return super.claim(request);
            }

            @Override
            public Optional<IdempotencyRecord> find(KeyedRequest request) {
                writes.writeNow(request);
                return super.find(request);
            }

            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                transaction.afterCommit(() -> writes.later(claim, () -> write(claim, state, answer)));
            }

            private void write(Claim claim, State state, Answer answer) {
                parts.base().jdbi().useTransaction(own -> super.complete(own, claim, state, answer));
            }
        });
    }
}
