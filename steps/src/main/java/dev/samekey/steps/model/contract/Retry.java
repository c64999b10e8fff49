package dev.samekey.steps.model.contract;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How a client goes on after a failure.
 *
 * @param decisions by error code
 * @param delays the longest that each may be, in their order
 * @param attempts how often a client sends at most, the first time included
 * @param total the longest that a client goes on
 */
public record Retry(
        @Nullable Map<String, Decision> decisions,
        @Nullable List<Duration> delays,
        @Nullable Integer attempts,
        @Nullable Duration total) {
    /** What a client does about an error. */
    public enum Decision {
        RETRY,
        NEVER
    }
}
