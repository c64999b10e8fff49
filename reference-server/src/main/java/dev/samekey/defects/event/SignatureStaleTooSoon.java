package dev.samekey.defects.event;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.security.Signature;
import java.time.Clock;
import java.time.Duration;

/** A signature counts for two minutes less than promised. */
final class SignatureStaleTooSoon extends Defect {
    private static final Duration TOO_SOON = Duration.ofMinutes(2);

    SignatureStaleTooSoon() {
        super("signature-stale-too-soon", "EVT-11", "", "A signature counts for two minutes less than promised.");
    }

    @Override
    public Parts apply(Parts parts) {
        Signature right = parts.get(Part.SIGNATURE);
        Clock ahead = Clock.offset(parts.base().clock(), TOO_SOON);
        return parts.with(Part.SIGNATURE, call -> {
            right.verify(call);
            String time = call.header("webhook-timestamp");
            if (time != null) {
                Signature.requireRecent(time, ahead);
            }
        });
    }
}
