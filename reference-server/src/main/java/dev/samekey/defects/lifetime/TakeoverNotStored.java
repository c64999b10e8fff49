package dev.samekey.defects.lifetime;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.UnstoredOutcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The outcome of a takeover is not stored: each further request executes again. */
final class TakeoverNotStored extends Defect {
    TakeoverNotStored() {
        super("takeover-not-stored", "TTL-7", "TTL-8 STO-1", "The outcome of a takeover is not stored.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new UnstoredOutcome(parts, claim -> claim.before() == State.IN_PROGRESS));
    }
}
