package dev.samekey.defects.key;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.replica.Parts;

/** Deletes run as if they had no key. */
final class DeleteNotCovered extends Defect {
    DeleteNotCovered() {
        super(
                "delete-not-covered",
                "KEY-7",
                Clauses.MEMORY + " CON-3 CON-5 CON-8 CON-10 MIS-8 TTL-7 TTL-8 STO-5 STO-7",
                "Deletes run as if they had no key.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) ->
                (request, operation) -> request.call().method().equals("DELETE")
                        ? new Unguarded(composed).run(request, operation)
                        : guard.run(request, operation));
    }
}
