package dev.samekey.server.inbox;

import com.fasterxml.jackson.annotation.JsonRawValue;
import java.time.Instant;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/** An event that one of its handlers could not handle, whole, and why. It has the id of what could not be done. */
public record DeadLetter(
        UUID id,
        String source,
        String eventId,
        String handler,
        @JsonRawValue String payload,
        int attempts,
        String error,
        Instant diedAt,
        @Nullable Instant redrivenAt) {
    private static final String INSERT = """
            insert into dead_letters (id, source, event_id, handler, payload, attempts, error, died_at)
            values (:id, :source, :eventId, :handler, :payload, :attempts, :error, :diedAt)
            on conflict (id) do update
            set attempts = :attempts, error = :error, died_at = :diedAt, redriven_at = null""";

    static DeadLetter of(Handling handling, Event event, int attempts, String error, Instant now) {
        return new DeadLetter(
                handling.id(),
                handling.source(),
                handling.eventId(),
                handling.handler(),
                event.payload(),
                attempts,
                error,
                now,
                null);
    }

    void write(Handle transaction) {
        transaction.createUpdate(INSERT).bindMethods(this).execute();
    }
}
