package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import org.jspecify.annotations.Nullable;

/**
 * That an answer says when to return, in so many seconds.
 *
 * @param min the fewest; null where that is the server's to choose
 * @param max the most; null where that is the server's to choose
 */
public record RetryAfter(
        @JsonProperty("min") @Nullable Integer min,
        @JsonProperty("max") @Nullable Integer max) {
    @JsonCreator(mode = JsonCreator.Mode.PROPERTIES)
    public RetryAfter {
        if (min != null && max != null && min > max) {
            throw new IllegalArgumentException("min is more than max");
        }
    }

    /** Whatever the server chooses. */
    public static RetryAfter any() {
        return new RetryAfter(null, null);
    }

    @JsonCreator
    static RetryAfter of(boolean said) {
        if (!said) {
            throw new IllegalArgumentException("is true or a number of seconds; leave it out where it is not promised");
        }
        return any();
    }

    @JsonCreator
    static RetryAfter of(int seconds) {
        return new RetryAfter(seconds, seconds);
    }

    /** Whether it may say so many seconds. */
    public boolean allows(long seconds) {
        return (min == null || seconds >= min) && (max == null || seconds <= max);
    }

    @Override
    public String toString() {
        if (min == null && max == null) {
            return "Retry-After";
        }
        return "Retry-After: "
                + (min != null && min.equals(max)
                        ? min
                        : (min == null ? "" : "at least " + min + " ") + (max == null ? "" : "at most " + max));
    }
}
