package dev.samekey.server.control;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** A clock that can be put forward, never back. All its copies in other zones go with it. */
public final class AdjustableClock extends Clock {
    private final Clock base;
    private final AtomicReference<Duration> ahead;

    /** Goes as this one does, until it is put forward. */
    public AdjustableClock(Clock base) {
        this(base, new AtomicReference<>(Duration.ZERO));
    }

    private AdjustableClock(Clock base, AtomicReference<Duration> ahead) {
        this.base = base;
        this.ahead = ahead;
    }

    /** Puts it forward. */
    public void advance(Duration by) {
        if (by.isNegative()) {
            throw new IllegalArgumentException("time goes forward only, and not by " + by);
        }
        ahead.accumulateAndGet(by, Duration::plus);
    }

    /** How far it has been put forward. */
    public Duration ahead() {
        return Objects.requireNonNull(ahead.get());
    }

    /** Puts it as far forward as this, if it is not there yet. */
    void resume(Duration atLeast) {
        ahead.accumulateAndGet(atLeast, (now, then) -> now.compareTo(then) < 0 ? then : now);
    }

    @Override
    public Instant instant() {
        return base.instant().plus(ahead.get());
    }

    @Override
    public ZoneId getZone() {
        return base.getZone();
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return new AdjustableClock(base.withZone(zone), ahead);
    }
}
