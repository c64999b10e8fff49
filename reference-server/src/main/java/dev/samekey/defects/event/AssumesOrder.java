package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Events are believed in the order in which they come: a late one takes its subject back. */
final class AssumesOrder extends Defect {
    AssumesOrder() {
        super(
                "assumes-order",
                "EVT-6",
                "",
                "Events are believed in the order in which they come: a late one takes its subject back.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.PROGRESS, (state, told, stages) -> told);
    }
}
