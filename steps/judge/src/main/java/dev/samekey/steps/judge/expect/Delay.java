package dev.samekey.steps.judge.expect;

import java.time.Duration;

/** A time on the target's clock that lies between two bounds, as closely as it could be seen. */
public record Delay(Duration least, Duration most) {
    /** Whether it is longer whatever the two really were. */
    public boolean isLongerThan(Delay other) {
        return least.compareTo(other.most) >= 0;
    }

    @Override
    public String toString() {
        return least.toMillis() + " to " + most.toMillis() + " ms";
    }
}
