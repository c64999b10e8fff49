package dev.samekey.server.dialect;

/** Neither a shipped dialect nor a file has that name. */
public final class UnknownDialectException extends RuntimeException {
    UnknownDialectException(String name) {
        super("there is no dialect '" + name + "', nor a file of that name");
    }
}
