package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.TamperedStore;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;

/** A claim counts as abandoned while its operation runs. */
final class LeaseShorterThanHandler extends Defect {
    private final Duration lease;

    private LeaseShorterThanHandler(String name, Duration lease) {
        super(
                name,
                "CON-10",
                "CON-2 CON-3 CON-4 CON-7 CON-8 CON-11 OBS-2 OBS-3",
                "A claim counts as abandoned after " + lease.toMillis() + " ms.");
        this.lease = lease;
    }

    /** A duplicate is refused, and a later one takes the claim over. */
    static Defect ofAWhile() {
        return new LeaseShorterThanHandler("lease-shorter-than-handler", Duration.ofMillis(450));
    }

    /** It is over before the first duplicate comes. */
    static Defect ofAMoment() {
        return new LeaseShorterThanHandler("lease-of-a-moment", Duration.ofMillis(200));
    }

    /** It is longer than any operation of the sandbox, and shorter than the contract says. */
    static Defect belowTheTimeout() {
        return new LeaseShorterThanHandler("lease-below-timeout", Duration.ofSeconds(10));
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(
                Part.RECORDS,
                new TamperedStore(
                        parts,
                        "claimed_at = '-infinity' where state = 'in_progress'"
                                + " and claimed_at <= cast(:now as timestamptz) - interval '" + lease.toMillis()
                                + " ms'"));
    }
}
