package dev.samekey.defects.reverse;

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
                new LedgerDrifts());
    }
}
