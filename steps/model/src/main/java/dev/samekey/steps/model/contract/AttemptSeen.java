package dev.samekey.steps.model.contract;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * One attempt of an operation, as it was seen on the wire or in a log.
 *
 * @param delayBefore from the end of the attempt before to the start of this one; null for the first, and where it is not known
 * @param status of the response; null where there was none
 * @param code the error code of the response; null where there was none
 * @param retryAfter how long the response asked to wait; null where it did not
 */
public record AttemptSeen(
        @Nullable Duration delayBefore,
        @Nullable Integer status,
        @Nullable String code,
        @Nullable Duration retryAfter) {
    /** Whether the response is a success. */
    public boolean isSuccess() {
        return status != null && status >= 200 && status < 300;
    }
}
