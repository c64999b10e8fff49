package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import org.jdbi.v3.core.Handle;

/** A message commits by itself, before what it tells of, and stays when that is rolled back. */
final class EventBeforeCommit extends Defect {
    EventBeforeCommit() {
        super(
                "event-before-commit",
                "OBX-5",
                "OBX-1",
                "A message commits by itself, before what it tells of, and stays when that is rolled back.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.OUTBOX, (transaction, message) -> {
            // On a connection of its own, and so in no transaction but its own.
            try (Handle own = parts.base().jdbi().open()) {
                parts.get(Part.OUTBOX).put(own, message);
            }
        });
    }
}
