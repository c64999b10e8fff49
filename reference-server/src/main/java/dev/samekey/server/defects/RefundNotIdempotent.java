package dev.samekey.server.defects;

import dev.samekey.server.replica.Parts;

/** Refunds run as if they had no key. */
final class RefundNotIdempotent extends NamedDefect {
    RefundNotIdempotent() {
        super(
                "refund-not-idempotent",
                "REV-1",
                Clauses.MEMORY + " CON-3 CON-5 CON-8 CON-10 MIS-8 SCP-3 TTL-7 TTL-8 STO-5 STO-7",
                "Refunds run as if they had no key.");
    }

    @Override
    public Parts apply(Parts parts) {
        return around(
                parts,
                (composed, guard) ->
                        (request, operation) -> request.call().route().equals("/refunds")
                                ? new Unguarded(composed).run(request, operation)
                                : guard.run(request, operation));
    }
}
