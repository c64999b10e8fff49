package dev.samekey.server.contract;

import org.jspecify.annotations.Nullable;

/**
 * What a repeated request gets (RPL-1 to RPL-7).
 *
 * @param status the status of a replayed success; null where it is that of the first answer
 * @param marker null where replays are not marked
 * @param link a JSON pointer to where a refused replay names the existing result; null where it does not
 */
public record ReplayRules(
        Mode mode,
        @Nullable Integer status,
        @Nullable Marker marker,
        @Nullable String link) {
    /** The stored answer, to the byte or as JSON; the resource as it is now; or a refusal with a link or without. */
    public enum Mode {
        STORED,
        SEMANTIC,
        CURRENT_STATE,
        CONFLICT,
        REJECT
    }
}
