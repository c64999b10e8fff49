package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.core.JsonPointer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a replay looks like.
 *
 * @param status the replay's, where it is not the first answer's
 * @param marksRefusals whether refusals that are kept are marked too; null where that is not said
 * @param varies what may differ in a replay's body
 * @param link where a refused replay has the id of the existing result
 * @param headers what replays besides status and body
 */
public record Replay(
        @JsonProperty(required = true) Mode mode,
        @Nullable Integer status,
        @Nullable Marker marker,
        @Nullable Boolean marksRefusals,
        @Nullable List<JsonPointer> varies,
        @Nullable JsonPointer link,
        @Nullable List<String> headers) {

    /** Whether a repeat is refused, and so can be no success. */
    public boolean refuses() {
        return mode == Mode.CONFLICT || mode == Mode.REJECT;
    }

    /** What a repeated request gets. */
    public enum Mode {
        /** The first answer, byte for byte. */
        STORED,
        /** A body that is equal as JSON, but for what varies. */
        SEMANTIC,
        /** The resource as it is now. */
        CURRENT_STATE,
        /** A refusal with a link to the existing result. */
        CONFLICT,
        /** A refusal. */
        REJECT
    }
}
