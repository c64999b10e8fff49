package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.RecordRow;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;

/** A claim that was taken over can still store its outcome. */
final class UnfencedTakeover extends Defect {
    UnfencedTakeover() {
        super("unfenced-takeover", "TTL-8", "STO-8", "A claim that was taken over can still store its outcome.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                new RecordRow(parts.base()).reopen(transaction, claim);
                super.complete(transaction, claim, state, answer);
            }
        });
    }
}
