package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.KeyId;
import dev.samekey.defects.common.Ledger;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jdbi.v3.core.Handle;

/** Every answer is right, but each duplicate that is told in progress leaves one more ledger entry. */
final class SilentDoubleWrite extends Defect {
    private final Map<KeyId, Integer> losersByKey = new ConcurrentHashMap<>();

    SilentDoubleWrite() {
        super(
                "silent-double-write",
                "CON-1",
                "CON-4 CON-5 CON-7 CON-10 CON-11 TTL-2 TTL-8 MIS-8 RPL-4 RPL-9 REV-1 REV-2 REV-5",
                "Every answer is right, but each duplicate that is told in progress leaves one more ledger entry.");
    }

    @Override
    public Parts apply(Parts parts) {
        Parts changed = parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                super.complete(transaction, claim, state, answer);
                int losers = losersByKey.getOrDefault(KeyId.of(claim.request()), 0);
                for (int i = 0; i < losers; i++) {
                    Ledger.repeat(transaction, claim.operationId());
                }
            }
        });
        return changed.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            if (decision.outcome() == Outcome.IN_PROGRESS) {
                losersByKey.merge(KeyId.of(request), 1, Integer::sum);
            }
            return decision;
        });
    }
}
