package dev.samekey.client;

import dev.samekey.server.contract.RetryRules.Delays;
import dev.samekey.server.contract.RetryRules.ExponentialDelays;
import dev.samekey.server.contract.RetryRules.Jitter;
import java.time.Duration;
import java.util.function.DoubleSupplier;

/**
 * Waits as the contract says, so that clients that failed together do not come back together.
 *
 * @param random at least 0 and less than 1; clients that start at the same time must not share its seed
 */
public record JitteredBackoff(Delays delays, Jitter jitter, DoubleSupplier random) implements Backoff {
    @Override
    public Duration delay(int retry, Duration previous) {
        if (jitter.decorrelated()) {
            Duration first = delays.before(1);
            Duration before = previous.isZero() ? first : previous;
            Duration most = delays instanceof ExponentialDelays growing ? growing.most() : delays.before(retry);
            Duration chosen = between(first, before.multipliedBy(3));
            return chosen.compareTo(most) < 0 ? chosen : most;
        }
        Duration whole = delays.before(retry);
        return between(part(whole, jitter.from()), part(whole, jitter.to()));
    }

    private Duration between(Duration from, Duration to) {
        return from.plus(part(to.minus(from), random.getAsDouble()));
    }

    private static Duration part(Duration whole, double part) {
        return Duration.ofNanos(Math.round(whole.toNanos() * part));
    }
}
