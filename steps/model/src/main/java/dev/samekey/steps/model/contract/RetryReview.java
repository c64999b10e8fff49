package dev.samekey.steps.model.contract;

import dev.samekey.steps.model.contract.Retry.Decision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Whether what a client did with one operation agrees with what a contract says. What the contract leaves open agrees. */
public final class RetryReview {
    private final Retry retry;
    private final Duration tolerance;
    private final List<Finding> findings = new ArrayList<>();

    /** What does not agree. */
    public enum Kind {
        /** A failure that is never retried was. */
        RETRIED_TERMINAL(true),
        /** A success was sent again. */
        RETRIED_SUCCESS(true),
        /** A failure that is retried was the last attempt, and there could have been another. */
        GAVE_UP(true),
        /** There are more attempts than the contract allows. */
        TOO_MANY(true),
        /** The delays alone take longer than the contract allows for all. */
        TOO_LONG(true),
        /** An attempt that was asked to wait longer than the client waits was retried all the same. */
        RETRIED_BEYOND(true),
        /** An attempt came before the time of a Retry-After. */
        BEFORE_RETRY_AFTER(false),
        /** A delay is shorter than its envelope. */
        TOO_EARLY(false),
        /** A delay is longer than its envelope. */
        TOO_LATE(false);

        private final boolean decision;

        Kind(boolean decision) {
            this.decision = decision;
        }

        /** Whether the decision is wrong, and not the delay. */
        public boolean isDecision() {
            return decision;
        }
    }

    /**
     * One thing that does not agree.
     *
     * @param attempt at which attempt it shows; the first is 1
     * @param sentence with the numbers
     */
    public record Finding(int attempt, Kind kind, String sentence) {}

    private RetryReview(Retry retry, Duration tolerance) {
        this.retry = retry;
        this.tolerance = tolerance;
    }

    /**
     * Looks at all attempts of an operation, after which the client gave up or had succeeded.
     *
     * @param tolerance how far a delay may be from its bounds
     * @param hasBudget whether the client may have given up because its budget was spent
     */
    public static List<Finding> of(Retry retry, List<AttemptSeen> attempts, Duration tolerance, boolean hasBudget) {
        RetryReview review = new RetryReview(retry, tolerance);
        for (int i = 0; i + 1 < attempts.size(); i++) {
            review.retried(
                    i + 1,
                    attempts.get(i),
                    attempts.get(i + 1),
                    i == 0 ? null : attempts.get(i).delayBefore());
        }
        review.bounds(attempts);
        if (!attempts.isEmpty() && !hasBudget) {
            review.ended(attempts);
        }
        return List.copyOf(review.findings);
    }

    private void retried(int attempt, AttemptSeen failed, AttemptSeen next, @Nullable Duration previous) {
        if (failed.isSuccess()) {
            add(attempt + 1, Kind.RETRIED_SUCCESS, "Attempt " + attempt + " succeeded and was sent again");
        } else if (decision(failed).equals(Optional.of(Decision.NEVER))) {
            add(
                    attempt + 1,
                    Kind.RETRIED_TERMINAL,
                    "Attempt " + attempt + " ended with " + name(failed) + ", which is never retried, and was retried");
        }
        Duration delay = next.delayBefore();
        Duration asked = failed.retryAfter();
        RetryAfterRule rule = retry.retryAfter();
        if (asked != null && rule != null && !rule.honours(asked)) {
            if (rule.beyond() == RetryAfterRule.Beyond.FAIL) {
                add(
                        attempt + 1,
                        Kind.RETRIED_BEYOND,
                        "Attempt " + attempt + " was asked to wait " + ms(asked) + ", more than the " + ms(rule.most())
                                + " that a client waits, and was retried");
            }
            asked = null;
        }
        if (delay != null) {
            delayed(attempt, delay, rule == null ? null : asked, failed.retryAfter() != null && rule == null, previous);
        }
    }

    /** @param isOpen whether the contract does not say if the client waits as it was asked to */
    private void delayed(
            int attempt, Duration delay, @Nullable Duration asked, boolean isOpen, @Nullable Duration previous) {
        if (asked != null && delay.plus(tolerance).compareTo(asked) < 0) {
            add(
                    attempt + 1,
                    Kind.BEFORE_RETRY_AFTER,
                    "Attempt " + (attempt + 1) + " was sent after " + ms(delay) + ", and Retry-After had asked for "
                            + ms(asked));
        }
        Optional<Envelope> envelope = retry.envelope(attempt, previous);
        if (asked != null || isOpen || envelope.isEmpty()) {
            return;
        }
        Envelope bounds = envelope.get();
        if (delay.plus(tolerance).compareTo(bounds.least()) < 0) {
            add(attempt + 1, Kind.TOO_EARLY, outside(attempt, delay, bounds));
        }
        if (delay.minus(tolerance).compareTo(bounds.most()) > 0) {
            add(attempt + 1, Kind.TOO_LATE, outside(attempt, delay, bounds));
        }
    }

    private void bounds(List<AttemptSeen> attempts) {
        int most = retry.mostAttempts().orElse(Integer.MAX_VALUE);
        if (attempts.size() > most) {
            add(most + 1, Kind.TOO_MANY, "There are " + attempts.size() + " attempts, and the contract allows " + most);
        }
        Duration waited = waited(attempts);
        if (retry.total() != null && waited.minus(tolerance).compareTo(retry.total()) > 0) {
            add(
                    attempts.size(),
                    Kind.TOO_LONG,
                    "The delays take " + ms(waited) + ", and the contract allows " + ms(retry.total())
                            + " for all attempts");
        }
    }

    /** It may give up when the next delay could end after the total time. How long its attempts took is not known here. */
    private void ended(List<AttemptSeen> attempts) {
        AttemptSeen last = attempts.get(attempts.size() - 1);
        Duration asked = last.retryAfter();
        RetryAfterRule rule = retry.retryAfter();
        boolean mayFail = asked != null && (rule == null || !rule.honours(asked));
        Duration next = asked != null
                ? asked
                : retry.envelope(attempts.size(), last.delayBefore())
                        .map(Envelope::most)
                        .orElse(Duration.ZERO);
        boolean isLate = retry.total() != null && waited(attempts).plus(next).compareTo(retry.total()) > 0;
        boolean isLast = attempts.size() >= retry.mostAttempts().orElse(Integer.MAX_VALUE);
        if (!last.isSuccess()
                && !mayFail
                && !isLate
                && !isLast
                && decision(last).equals(Optional.of(Decision.RETRY))) {
            add(
                    attempts.size(),
                    Kind.GAVE_UP,
                    "Attempt " + attempts.size() + " ended with " + name(last)
                            + ", which is retried, and was the last one");
        }
    }

    private Optional<Decision> decision(AttemptSeen attempt) {
        return attempt.status() == null ? retry.onConnection() : retry.onResponse(attempt.status(), attempt.code());
    }

    private static Duration waited(List<AttemptSeen> attempts) {
        return attempts.stream()
                .skip(1)
                .map(AttemptSeen::delayBefore)
                .reduce(Duration.ZERO, (sum, delay) -> delay == null ? sum : sum.plus(delay));
    }

    private static String outside(int retry, Duration delay, Envelope bounds) {
        return "The delay before retry " + retry + " is " + ms(delay) + ", and the contract has " + bounds;
    }

    private static String name(AttemptSeen attempt) {
        return attempt.status() == null
                ? "no response"
                : attempt.status() + (attempt.code() == null ? "" : " " + attempt.code());
    }

    private static String ms(@Nullable Duration duration) {
        return duration == null ? "no time" : duration.toMillis() + " ms";
    }

    private void add(int attempt, Kind kind, String sentence) {
        findings.add(new Finding(attempt, kind, sentence));
    }
}
