package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.OnTheWire;
import dev.samekey.defects.common.UnstoredOutcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The outcome of a request whose caller has gone is not stored, as where the store is asked in the context of the request. */
final class DisconnectFreesKey extends Defect {
    DisconnectFreesKey() {
        super(
                "disconnect-frees-key",
                "RPL-9",
                "",
                "An operation whose caller has gone meanwhile has its effect, and its outcome is not stored.");
    }

    @Override
    public Parts apply(Parts parts) {
        OnTheWire wire = new OnTheWire(request -> {});
        return wire.around(parts).with(Part.RECORDS, new UnstoredOutcome(parts, claim -> wire.hasCallerGone()));
    }
}
