package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import org.jspecify.annotations.Nullable;

/**
 * The header, or the member of the body, that distinguishes a replay from a first response.
 *
 * @param replay its value on a replay, or a pattern between slashes
 * @param first its value on a first answer; null where a first answer goes without
 */
public record Marker(
        @Nullable String header,
        @Nullable JsonPointer member,
        @Nullable String first,
        @JsonProperty(required = true) String replay) {
    public Marker {
        if ((header == null) == (member == null)) {
            throw new IllegalArgumentException("names either a header or a member");
        }
        Named.check(replay);
    }

    /** Whether an answer with this value is a replay. */
    public boolean isReplay(String value) {
        return Named.fits(replay, value);
    }

    /** What the value of a replay is, as an extended regular expression of POSIX. */
    public String extended() {
        return Named.extended(replay);
    }

    /** A value that a replay has; any text where the contract gives a pattern. */
    public String someReplay() {
        return Named.isPattern(replay) ? "true" : replay;
    }

    /** The header's name or the member's pointer. */
    public String place() {
        return header == null ? String.valueOf(member) : header;
    }
}
