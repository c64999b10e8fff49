package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Parts;

/** A replica that starts takes every claim for one of its own former life, and so for abandoned. */
final class StartFreesClaims extends Defect {
    StartFreesClaims() {
        super(
                "start-frees-claims",
                "CON-7",
                "",
                "A replica that starts takes whatever is in progress for abandoned, also what another replica works on.");
    }

    @Override
    public Parts apply(Parts parts) {
        parts.base()
                .jdbi()
                .useHandle(handle -> handle.execute(
                        "update idempotency_records set claimed_at = '-infinity' where state = 'in_progress'"));
        return parts;
    }
}
