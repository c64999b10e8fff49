package dev.samekey.server.dialect;

/** A dialect that cannot be spoken: the message names the file, the member, and what is wrong with it. */
public final class DialectException extends RuntimeException {
    DialectException(String message) {
        super(message);
    }
}
