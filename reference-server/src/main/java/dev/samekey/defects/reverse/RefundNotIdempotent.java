package dev.samekey.defects.reverse;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.replica.Parts;

/** Refunds run as if they had no key. */
final class RefundNotIdempotent extends Defect {
    RefundNotIdempotent() {
        super(
                "refund-not-idempotent",
                "REV-1",
                Clauses.MEMORY + " CON-3 CON-5 CON-8 CON-10 MIS-8 SCP-3 TTL-7 TTL-8 STO-5 STO-7",
                "Refunds run as if they had no key.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) ->
                (request, operation) -> request.call().route().equals("/refunds")
                        ? new Unguarded(composed).run(request, operation)
                        : guard.run(request, operation));
    }
}
