package dev.samekey.steps.model.contract;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What a client does about a Retry-After (RFC 9110, section 10.2.3): it sends no attempt before that time.
 *
 * @param most the longest time that it waits so; null where it waits as long as it is asked to
 * @param beyond what it does when it is asked to wait longer; null where the contract does not say it
 */
public record RetryAfterRule(
        @Nullable Duration most, @Nullable Beyond beyond) {
    /** What a client does that is asked to wait longer than it will. */
    public enum Beyond {
        /** It gives up. */
        FAIL,
        /** It retries as if it had not been asked to wait. */
        IGNORE
    }

    /** Whether a client waits as long as it is asked to. */
    public boolean honours(Duration asked) {
        return most == null || asked.compareTo(most) <= 0;
    }
}
