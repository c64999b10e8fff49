package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Duplicates.Kind;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Another payload under the key gets the outcome of the first. */
final class MismatchReplays extends Defect {
    MismatchReplays() {
        super(
                "mismatch-replays",
                "MIS-1",
                "MIS-2 MIS-6 MIS-7 MIS-8 MIS-10 CON-5 SCP-3 REV-1 REV-3 OBS-2 OBS-3",
                "Another payload under the key gets the outcome of the first.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.DUPLICATES, (known, request) -> {
            Kind kind = parts.get(Part.DUPLICATES).judge(known, request);
            return kind == Kind.MISMATCH && known.state() != State.IN_PROGRESS ? Kind.REPLAY : kind;
        });
    }
}
