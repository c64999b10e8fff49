package dev.samekey.oracles.database;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** One event in the target's inbox. A column that the table does not have is null. */
public record InboxRow(
        @Nullable String source,
        String eventId,
        @Nullable String payloadHash,
        @Nullable Instant received,
        @Nullable Instant processed,
        @Nullable String result,
        @Nullable String flagged) {

    static InboxRow of(StoredRecord stored) {
        return new InboxRow(
                stored.scope(),
                stored.key(),
                stored.payloadHash(),
                stored.created(),
                stored.expires(),
                stored.outcome(),
                stored.state());
    }
}
