package dev.samekey.steps.world;

import dev.samekey.steps.http.Request;
import dev.samekey.steps.target.Operation;
import org.jspecify.annotations.Nullable;

/**
 * An operation that is ready to be sent, again and again.
 *
 * @param unique what {@code ${unique}} stood for: its effects are counted by it
 * @param key null for an event, whose identity is in the event
 */
public record Call(
        Operation operation,
        String principal,
        String unique,
        @Nullable String key,
        Request request) {
    public Call with(Request other) {
        return new Call(operation, principal, unique, key, other);
    }

    /** Such as {@code refund}. */
    public String name() {
        return String.valueOf(operation.name());
    }
}
