package dev.samekey.server.idempotency;

import dev.samekey.server.http.Answer;

/** What a known key brings back when the operation has ended. */
@FunctionalInterface
public interface Recall {
    Answer of(IdempotencyRecord known, KeyedRequest request);
}
