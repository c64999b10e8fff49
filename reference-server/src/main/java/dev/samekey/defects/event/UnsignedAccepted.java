package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.security.Signature;

/** Whoever knows the URL can report what he likes. */
final class UnsignedAccepted extends Defect {
    UnsignedAccepted() {
        super("unsigned-accepted", "EVT-11", "", "Whoever knows the URL can report what he likes.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.SIGNATURE, Signature.none());
    }
}
