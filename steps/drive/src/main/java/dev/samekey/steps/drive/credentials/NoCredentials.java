package dev.samekey.steps.drive.credentials;

/** A principal has no token or signature; the message says why, and may quote what a server or a command printed. */
public final class NoCredentials extends RuntimeException {
    NoCredentials(String message) {
        super(message);
    }
}
