package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** A duplicate that comes while the first request runs makes the record stay in progress for ever. */
final class InProgressForever extends Defect {
    private final Set<KeyId> stuck = ConcurrentHashMap.newKeySet();

    InProgressForever() {
        super(
                "in-progress-forever",
                "CON-4",
                Clauses.RACES + " RPL-9 STO-8",
                "A duplicate that comes while the first request runs makes the record stay in progress for ever.");
    }

    @Override
    public Parts apply(Parts parts) {
        Parts changed = parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                if (stuck.contains(KeyId.of(claim.request()))) {
                    String sql = "update idempotency_records set claimed_at = 'infinity' where token = ?";
                    transaction.execute(sql, claim.token());
                } else {
                    super.complete(transaction, claim, state, answer);
                }
            }
        });
        return changed.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.outcome() == Outcome.IN_PROGRESS) {
                stuck.add(KeyId.of(request));
            }
            return decision;
        });
    }
}
