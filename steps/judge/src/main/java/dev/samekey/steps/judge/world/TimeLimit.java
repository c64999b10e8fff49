package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.openapi.SpokenDurations;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.NotReached;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long a run may take. Scenarios begin until the rest of the time is what is kept: a part for the second look, and more for each
 * break that was seen. Several threads use it.
 */
public final class TimeLimit {
    /** One part of so many is kept where nothing broke. */
    private static final int PARTS = 4;

    /** So many times what a scenario took is kept to judge its break again. */
    private static final int LOOKS = 2;

    private final @Nullable Duration whole;
    private final LongSupplier nanos;
    private @Nullable Long begun;
    private long kept;
    /** What the longest scenario took: a second look may begin so much later. */
    private long longest;

    private TimeLimit(@Nullable Duration whole, LongSupplier nanos) {
        this.whole = whole;
        this.nanos = nanos;
        this.kept = whole == null ? 0 : whole.toNanos() / PARTS;
    }

    /** As long as it takes. */
    public static TimeLimit none() {
        return new TimeLimit(null, () -> 0);
    }

    public static TimeLimit of(Duration whole) {
        return of(whole, System::nanoTime);
    }

    /** @param nanos what its time is read from */
    public static TimeLimit of(Duration whole, LongSupplier nanos) {
        return new TimeLimit(whole, nanos);
    }

    public boolean isSet() {
        return whole != null;
    }

    /** As a user writes it, such as {@code 3m}; nothing where there is none. */
    public Optional<String> written() {
        return Optional.ofNullable(whole).map(SpokenDurations::written);
    }

    /** The same time, which has not begun: for a part of the run, whose target opens later. */
    public TimeLimit anew() {
        return new TimeLimit(whole, nanos);
    }

    /** The time runs from now. */
    public synchronized void begin() {
        begun = nanos.getAsLong();
    }

    /** Keeps so much more for what comes after the scenarios; half of the time remains for them. */
    public synchronized void keep(Duration more) {
        if (whole != null) {
            kept = Math.min(whole.toNanos() / 2, kept + more.toNanos());
        }
    }

    /** Keeps time to judge a scenario again that broke, and took so long. */
    public synchronized void keepForSecondLook(Duration took) {
        keep(took.multipliedBy(LOOKS));
    }

    /** Takes note of how long a scenario took. */
    public synchronized void see(Duration took) {
        longest = Math.max(longest, took.toNanos());
    }

    /** Whether one more scenario may begin. */
    public synchronized boolean isLeft() {
        return whole == null || left(whole) > kept;
    }

    /** Whether one more of those may begin that are judged again: a break that was seen at the end is looked at once more. */
    public synchronized boolean isLeftForSecondLook() {
        return whole == null || left(whole) + longest > 0;
    }

    private long left(Duration limit) {
        return begun == null ? limit.toNanos() : limit.toNanos() - (nanos.getAsLong() - begun);
    }

    /** Why a scenario does not begin. */
    Judgement notReached() {
        return NotReached.in(written().orElseThrow());
    }
}
