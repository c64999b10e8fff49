package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.security.Signature;

/** Anyone who knows the URL can send events that are accepted. */
final class UnsignedAccepted extends Defect {
    UnsignedAccepted() {
        super("unsigned-accepted", "EVT-11", "", "Anyone who knows the URL can send events that are accepted.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.SIGNATURE, Signature.none());
    }
}
