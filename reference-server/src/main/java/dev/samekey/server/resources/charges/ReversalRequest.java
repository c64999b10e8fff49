package dev.samekey.server.resources.charges;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.json.Members;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is asked for: without an amount all that is left of the charge. */
record ReversalRequest(
        UUID chargeId,
        @Nullable Long amount,
        String reference,
        @Nullable String note) {
    static ReversalRequest of(UUID chargeId, Members sent) {
        return new ReversalRequest(
                chargeId, sent.optionalAmount("amount"), sent.text("reference"), sent.optionalText("note"));
    }

    /** The reversal of a charge, or the fault that forbids it: never more than is left (REV-4). */
    Reversal of(Charge charge, Instant now) {
        long wanted = amount == null ? charge.remaining() : amount;
        if (wanted == 0 || wanted > charge.remaining()) {
            throw new FaultException(
                    Fault.REVERSAL_EXCEEDS_REMAINING, "Only " + charge.remaining() + " of this charge is left.");
        }
        return new Reversal(UUID.randomUUID(), chargeId, wanted, charge.currency(), reference, note, now);
    }
}
