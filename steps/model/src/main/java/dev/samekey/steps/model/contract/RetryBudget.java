package dev.samekey.steps.model.contract;

import java.time.Duration;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * How many retries a client may send, over all of its operations: a share of its requests in a rolling window, or as many as it
 * has tokens for. The members of the other kind are null.
 *
 * @param share the retries among all requests of the window, at most
 * @param window how long it is
 * @param least the number of requests in the window from which the share counts; null: from the first
 * @param tokens how many there are at the start, and at most
 * @param cost the tokens that each retry takes, or each failure
 * @param refund the tokens that a success gives back
 * @param retriedRefund the tokens that a success gives back which needed a retry; null: as any success
 * @param charged what takes tokens; null: a retry does
 * @param above a retry needs more tokens than these before it is sent; null where it needs its cost
 */
public record RetryBudget(
        @Nullable Double share,
        @Nullable Duration window,
        @Nullable Integer least,
        @Nullable Double tokens,
        @Nullable Double cost,
        @Nullable Double refund,
        @Nullable Double retriedRefund,
        @Nullable Charged charged,
        @Nullable Double above) {
    /** What takes tokens. */
    public enum Charged {
        RETRY,
        FAILURE
    }

    public RetryBudget {
        boolean shares = share != null && window != null;
        boolean takes = tokens != null && cost != null;
        boolean ofShares = share != null || window != null || least != null;
        boolean ofTokens = tokens != null
                || cost != null
                || refund != null
                || retriedRefund != null
                || charged != null
                || above != null;
        if (shares == takes || (shares && ofTokens) || (takes && ofShares)) {
            throw new IllegalArgumentException("has either share and window, or tokens and cost");
        }
        if (share != null && !(share >= 0 && share <= 1)) {
            throw new IllegalArgumentException("share: should be from 0 to 1, and is " + share);
        }
    }

    /** Whether it is a share of the requests, and not a number of tokens. */
    public boolean isShare() {
        return share != null;
    }

    /** The tokens that a success gives back. */
    public double refundOf(boolean retried) {
        Double given = retried && retriedRefund != null ? retriedRefund : refund;
        return Objects.requireNonNullElse(given, 0.0);
    }
}
