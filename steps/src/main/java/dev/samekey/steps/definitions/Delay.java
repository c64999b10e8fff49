package dev.samekey.steps.definitions;

import java.time.Duration;

/** A time on the target's clock that lies between two bounds, as closely as it could be seen. */
record Delay(Duration least, Duration most) {
    /** Whether it is longer whatever the two really were. */
    boolean isLongerThan(Delay other) {
        return least.compareTo(other.most) >= 0;
    }

    @Override
    public String toString() {
        return least.toMillis() + " to " + most.toMillis() + " ms";
    }
}
