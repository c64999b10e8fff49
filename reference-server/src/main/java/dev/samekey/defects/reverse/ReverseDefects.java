package dev.samekey.defects.reverse;

import dev.samekey.defects.common.DedupesByPayload;
import dev.samekey.defects.common.Defect;
import java.util.List;

/** One row for each defect of this group, in the order in which they are listed. */
public final class ReverseDefects {
    private ReverseDefects() {}

    /** A new instance of each. */
    public static List<Defect> all() {
        return List.of(
                new RefundNotIdempotent(),
                new ReverseDuplicates("refund", "/refunds"),
                new ReverseDuplicates("void", "/payments/{id}/void"),
                new RefundMismatchAccepted(),
                new OverRefund(),
                LastRefundRefused.exactly(),
                LastRefundRefused.lessFee(),
                new DedupesByPayload(
                        "equal-refunds-merged",
                        "REV-4",
                        "KEY-2 KEY-4 KEY-5 KEY-8 CON-6 CON-9 TTL-2 REV-1 REV-5 OBS-2 OBS-3",
                        "A second refund of the same amount gets the outcome of the first, also under another key.",
                        "/refunds"),
                new LedgerDrifts());
    }
}
