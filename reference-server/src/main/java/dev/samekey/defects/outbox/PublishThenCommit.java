package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Couriers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A message leaves from within the transaction, and what it tells of commits after that, if at all. */
final class PublishThenCommit extends Defect {
    PublishThenCommit() {
        super(
                "publish-then-commit",
                "OBX-1",
                "OBX-2 OBX-3 OBX-5 EXT-4 EXT-7",
                "A message leaves from within the transaction, and what it tells of commits after that, if at all.");
    }

    @Override
    public boolean isSlow() {
        return true;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.OUTBOX, (transaction, message) -> Couriers.tryOnce(parts, message));
    }
}
