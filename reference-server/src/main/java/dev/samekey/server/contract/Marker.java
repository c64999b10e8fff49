package dev.samekey.server.contract;

import org.jspecify.annotations.Nullable;

/**
 * What tells a first answer from a replay (RPL-3).
 *
 * @param name of the header, or a JSON pointer to the member
 * @param first the value in a first answer; null where only replays are marked
 * @param replay the value in a replay: for a header its text, for a member any JSON scalar
 */
public record Marker(Place in, String name, @Nullable Object first, Object replay) {
    /** Where the marker stands. */
    public enum Place {
        HEADER,
        MEMBER
    }
}
