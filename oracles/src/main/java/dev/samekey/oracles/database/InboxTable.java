package dev.samekey.oracles.database;

import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Where the target keeps the received events: the names of a table and its columns. A column that is not named is not
 * looked for.
 *
 * @param table its name, or schema and name with a dot between
 * @param received when the event was received
 * @param processed when it was handled
 * @param flagged what is empty until the same id comes with another payload
 */
public record InboxTable(
        @JsonProperty(required = true) String table,
        @Nullable String source,
        @JsonProperty(required = true) String eventId,
        @Nullable String payloadHash,
        @Nullable String received,
        @Nullable String processed,
        @Nullable String result,
        @Nullable String flagged) {

    /** An inbox row is read as the record of an event: its source is the scope, its id the key. */
    RecordTable records() {
        return new RecordTable(
                table,
                source == null ? List.of() : List.of(source),
                eventId,
                payloadHash,
                flagged,
                null,
                result,
                received,
                processed,
                Map.of());
    }
}
