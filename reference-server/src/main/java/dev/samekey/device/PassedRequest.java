package dev.samekey.device;

import java.util.function.UnaryOperator;

/**
 * A request that a device has read.
 *
 * @param number its place on the connection of its caller; the first is 1
 * @param inOneWrite whether its body had come with its head
 */
public record PassedRequest(HttpMessage message, int number, boolean inOneWrite) {
    /** The same with another message. */
    public PassedRequest with(UnaryOperator<HttpMessage> change) {
        return new PassedRequest(change.apply(message), number, inOneWrite);
    }

    /** Whether to send it twice does no more than to send it once (RFC 9110, section 9.2.2). */
    public boolean isIdempotent() {
        return !message.method().equals("POST") && !message.method().equals("PATCH");
    }
}
