package dev.samekey.steps.model.contract;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * How a client goes on after a failure. What is null is not promised.
 *
 * @param decisions by error code
 * @param statuses by status; the code counts first
 * @param connection what it does when there is no response: none in time, a reset, a closed or refused connection, a truncated
 *     response
 * @param delays the longest that each may be, in their order; without them they may be exponential
 * @param exponential the delays as a formula
 * @param jitter which part of each delay is chosen at random
 * @param attempts how often a client sends at most, the first time included
 * @param total the longest that a client goes on
 * @param retryAfter what it does about a Retry-After
 * @param budget how many retries it may send over all of its operations
 * @param deadLetter whether it keeps an operation that it gave up, so that it can be resumed with its key
 */
public record Retry(
        @Nullable Map<String, Decision> decisions,
        @Nullable Statuses statuses,
        @Nullable Decision connection,
        @Nullable List<Duration> delays,
        @Nullable Exponential exponential,
        @Nullable Jitter jitter,
        @Nullable Integer attempts,
        @Nullable Duration total,
        @Nullable RetryAfterRule retryAfter,
        @Nullable RetryBudget budget,
        @Nullable Boolean deadLetter) {
    /** What a contract says that does not speak of retries. */
    public static final Retry SILENT = new Retry(null, null, null, null, null, null, null, null, null, null, null);

    /** What a client does about an error. */
    public enum Decision {
        RETRY,
        NEVER
    }

    /** What a client does about a response without a code that it knows. */
    public record Statuses(List<Integer> retry, List<Integer> never) {
        /** What the file leaves out is null until here. */
        public Statuses {
            retry = retry == null ? List.of() : List.copyOf(retry);
            never = never == null ? List.of() : List.copyOf(never);
            Optional<Integer> both = retry.stream().filter(never::contains).findFirst();
            if (both.isPresent()) {
                throw new IllegalArgumentException("says both retry and never for " + both.get());
            }
        }
    }

    public Retry {
        if (delays != null && exponential != null) {
            throw new IllegalArgumentException("says both delays and exponential");
        }
        if (jitter != null && jitter.isDecorrelated() && exponential == null) {
            throw new IllegalArgumentException("decorrelated jitter needs exponential: its initial delay and its max");
        }
    }

    /** What a client does about a response: by its code, else by its status. */
    public Optional<Decision> onResponse(int status, @Nullable String code) {
        return onCode(code).or(() -> onStatus(status));
    }

    /** What a client does about a code. */
    public Optional<Decision> onCode(@Nullable String code) {
        return decisions == null || code == null ? Optional.empty() : Optional.ofNullable(decisions.get(code));
    }

    /** What a client does about a status whose code says nothing. */
    public Optional<Decision> onStatus(int status) {
        if (statuses == null) {
            return Optional.empty();
        }
        return statuses.retry().contains(status)
                ? Optional.of(Decision.RETRY)
                : statuses.never().contains(status) ? Optional.of(Decision.NEVER) : Optional.empty();
    }

    /** What a client does when there is no response. */
    public Optional<Decision> onConnection() {
        return Optional.ofNullable(connection);
    }

    /** How often a client sends at most. A list of delays says it too. */
    public OptionalInt mostAttempts() {
        return attempts != null
                ? OptionalInt.of(attempts)
                : delays != null ? OptionalInt.of(delays.size() + 1) : OptionalInt.empty();
    }

    /**
     * The bounds of the delay before a retry; nothing where the contract has no such retry or no schedule. Where it does not
     * promise jitter the delay may be shorter, so that its least is zero.
     *
     * @param retry the first is 1
     * @param previous the delay before the previous retry; only decorrelated jitter needs it, and takes the longest
     *     that there could be where it is null
     */
    public Optional<Envelope> envelope(int retry, @Nullable Duration previous) {
        if (retry < 1 || retry >= mostAttempts().orElse(Integer.MAX_VALUE)) {
            return Optional.empty();
        }
        if (exponential != null && jitter != null && jitter.isDecorrelated()) {
            double initial = millis(exponential.initial());
            double before = previous == null ? initial * Math.pow(3, retry - 1.0) : millis(previous);
            double longest = Math.max(initial, 3 * before);
            Duration most = exponential.capped(longest);
            return Optional.of(new Envelope(exponential.capped(initial), most, false, longest > millis(most)));
        }
        return delay(retry).map(this::around);
    }

    private Envelope around(Duration delay) {
        Duration from = jitter == null ? Duration.ZERO : part(delay, jitter.from());
        Duration least = raised(from);
        return new Envelope(
                least, raised(part(delay, jitter == null ? 1 : jitter.to())), least.compareTo(from) > 0, false);
    }

    /** Whether a client gives up that is asked to wait so long: it waits for less time, or all of its attempts have less. */
    public boolean givesUp(Duration asked) {
        if (retryAfter != null && !retryAfter.honours(asked)) {
            return retryAfter.beyond() == RetryAfterRule.Beyond.FAIL;
        }
        return total != null && asked.compareTo(total) > 0;
    }

    /** Whether a client may wait so long: it neither gives up nor goes by its own schedule. */
    public boolean waitsFor(Duration asked) {
        return (retryAfter == null || retryAfter.honours(asked)) && !givesUp(asked);
    }

    /** The longest that a client may be asked to wait before it gives up; nothing where it never gives up for that. */
    public Optional<Duration> longestAsked() {
        Optional<Duration> most = Optional.ofNullable(retryAfter)
                .filter(rule -> rule.beyond() == RetryAfterRule.Beyond.FAIL)
                .map(RetryAfterRule::most);
        return Stream.of(most, Optional.ofNullable(total))
                .flatMap(Optional::stream)
                .min(Comparator.naturalOrder());
    }

    /** The longest that all delays take together; nothing where there is no schedule, or no end of it. */
    public Optional<Duration> longest() {
        if (mostAttempts().isEmpty() || (delays == null && exponential == null)) {
            return Optional.empty();
        }
        Duration sum = Duration.ZERO;
        for (int retry = 1; retry < mostAttempts().getAsInt(); retry++) {
            sum = sum.plus(envelope(retry, null).map(Envelope::most).orElse(Duration.ZERO));
        }
        return Optional.of(sum);
    }

    private Optional<Duration> delay(int retry) {
        if (delays != null) {
            return retry <= delays.size() ? Optional.of(delays.get(retry - 1)) : Optional.empty();
        }
        return Optional.ofNullable(exponential).map(growing -> growing.before(retry));
    }

    private Duration raised(Duration delay) {
        return exponential == null ? delay : exponential.raised(delay);
    }

    private static double millis(Duration duration) {
        return duration.toNanos() / 1e6;
    }

    private static Duration part(Duration delay, double part) {
        return Duration.ofNanos(Math.round(delay.toNanos() * part));
    }
}
