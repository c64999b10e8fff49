package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;
import java.time.Instant;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** What is stored under a key. Without an answer the operation is still running. */
public record IdempotencyRecord(
        String payloadHash,
        State state,
        UUID operationId,
        @Nullable Answer answer,
        Instant createdAt) {
    /** The answer of an operation that has ended. */
    public Answer outcome() {
        return Objects.requireNonNull(answer, "an operation that runs has no outcome yet");
    }
}
