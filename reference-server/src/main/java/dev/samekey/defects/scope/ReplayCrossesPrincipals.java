package dev.samekey.defects.scope;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Who has no record of his own under a key gets the outcome that another has under it for the same payload. */
final class ReplayCrossesPrincipals extends Defect {
    ReplayCrossesPrincipals() {
        super(
                "replay-crosses-principals",
                "SCP-2",
                "SCP-1 SCP-4",
                "Who has no record of his own under a key gets the outcome that another has under it for the same payload.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> guard.run(
                composed.get(Part.RECORDS).find(request).isPresent()
                        ? request
                        : new OtherScope(composed.base()).of(request).orElse(request),
                operation));
    }
}
