package dev.samekey.defects.reverse;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Another payload under the key of a refund is run as a new refund. */
final class RefundMismatchAccepted extends Defect {
    RefundMismatchAccepted() {
        super(
                "refund-mismatch-accepted",
                "REV-3",
                "MIS-1 MIS-2 MIS-6 MIS-7 MIS-8 MIS-10 CON-1 CON-5 REV-1 REV-2 REV-4 REV-5 OBX-4 OBS-2 OBS-3",
                "Another payload under the key of a refund is run as a new refund.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            boolean mismatch = decision.outcome() == Outcome.CONFLICT;
            return mismatch && request.call().route().equals("/refunds")
                    ? accept(composed, request, operation)
                    : decision;
        });
    }

    private static Decision accept(Parts parts, KeyedRequest request, Operation operation) {
        Decision accepted = new Unguarded(parts).run(request, operation);
        return accepted.withAnswer(parts.get(Part.REPLAYS).first(accepted.answer()));
    }
}
