package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import org.jspecify.annotations.Nullable;

/**
 * That an answer says when to return.
 *
 * @param seconds what it says; null where that is the server's to choose
 */
public record RetryAfter(@Nullable Integer seconds) {
    @JsonCreator
    static RetryAfter of(boolean said) {
        if (!said) {
            throw new IllegalArgumentException("is true or a number of seconds; leave it out where it is not promised");
        }
        return new RetryAfter(null);
    }

    @JsonCreator
    static RetryAfter of(int seconds) {
        return new RetryAfter(seconds);
    }

    @Override
    public String toString() {
        return "Retry-After" + (seconds == null ? "" : ": " + seconds);
    }
}
