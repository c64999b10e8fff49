package dev.samekey.steps.drive.service;

import dev.samekey.steps.model.contract.Reason;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What the service does about one attempt. */
public sealed interface Behaviour {
    /** It acts once for each key, and answers with the result: the first time, or as a replay. */
    record Succeed() implements Behaviour {}

    /**
     * It answers with an error, and does not act.
     *
     * @param status of the response
     * @param reason for the error code that the dialect has for it; null where it has none
     * @param retryAfter the value of the header; null for none
     */
    record Refuse(
            int status, @Nullable Reason reason, @Nullable String retryAfter) implements Behaviour {}

    /**
     * It does not act, and sends the client to another address of its own (RFC 9110, section 15.4).
     *
     * @param status 301, 302, 303, 307 or 308
     */
    record Redirect(int status) implements Behaviour {}

    /** It loses its response. */
    record Lose(Loss loss, boolean acts) implements Behaviour {}

    /** It takes so long, and then does the other thing. */
    record Delay(Duration by, Behaviour then) implements Behaviour {}

    /** How a response is lost. */
    enum Loss {
        /** No response at all: the connection stays open until the client gives up. */
        SILENCE,
        /** The connection is reset. */
        RESET,
        /** The connection is closed without a response. */
        CLOSED,
        /** The response ends in the middle of its body. */
        TRUNCATED
    }
}
