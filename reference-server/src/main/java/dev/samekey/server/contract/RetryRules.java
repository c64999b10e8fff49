package dev.samekey.server.contract;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * How a client goes on after a failure (CLI-4 to CLI-12, BUD-1 to BUD-3).
 *
 * @param decisions whether to retry, by error code; it counts before the status
 * @param retried the statuses to retry
 * @param never the statuses not to retry
 * @param connection whether to retry when there is no response
 * @param attempts how often to send at most, the first time included
 * @param total how long an operation takes at most; nothing where it has no limit
 * @param budget how many retries to send over all operations; nothing where they are not counted
 * @param deadLetter whether to keep an operation that was given up, so that it can be resumed
 */
public record RetryRules(
        Map<String, Decision> decisions,
        Set<Integer> retried,
        Set<Integer> never,
        boolean connection,
        Delays delays,
        Jitter jitter,
        int attempts,
        Optional<Duration> total,
        RetryAfterRules retryAfter,
        Optional<BudgetRules> budget,
        boolean deadLetter) {
    /** What to do about a failure. */
    public enum Decision {
        RETRY,
        NEVER
    }

    /** The delays before jitter. */
    public sealed interface Delays {
        /** The delay before a retry, of which the first is 1. */
        Duration before(int retry);
    }

    /** A list of delays; when it ends, its last delay goes on. */
    public record ListedDelays(List<Duration> delays) implements Delays {
        @Override
        public Duration before(int retry) {
            return delays.get(Math.min(retry, delays.size()) - 1);
        }
    }

    /** Delays that grow from the initial one by a factor, up to the longest. */
    public record ExponentialDelays(Duration initial, double factor, Duration most) implements Delays {
        @Override
        public Duration before(int retry) {
            Duration grown = Duration.ofNanos((long) (initial.toNanos() * Math.pow(factor, retry - 1.0)));
            return grown.compareTo(most) < 0 ? grown : most;
        }
    }

    /** Which part of a delay is waited: chosen at random between two parts of it, such as 0.5 and 1. */
    public record Jitter(double from, double to, boolean decorrelated) {
        /** The whole delay. */
        public static final Jitter NONE = new Jitter(1, 1, false);

        /** Half of the delay to the whole. */
        public static final Jitter EQUAL = new Jitter(0.5, 1, false);

        /** Nothing to the whole delay. */
        public static final Jitter FULL = new Jitter(0, 1, false);

        /** From the first delay to three times the delay before. */
        public static final Jitter DECORRELATED = new Jitter(0, 1, true);
    }

    /**
     * What to do about Retry-After.
     *
     * @param most the longest that it is honoured; nothing where it always is
     * @param givesUp whether a longer one ends the operation; otherwise it is ignored
     */
    public record RetryAfterRules(Optional<Duration> most, boolean givesUp) {}

    /** How many retries to send over all operations. */
    public sealed interface BudgetRules {}

    /**
     * A share of all requests of a rolling window.
     *
     * @param least the number of requests in the window from which the share counts
     */
    public record ShareRules(double share, Duration window, int least) implements BudgetRules {}

    /** A bucket of tokens: a retry costs some, and a success gives some back. */
    public record TokenRules(double tokens, double cost, double refund) implements BudgetRules {}
}
