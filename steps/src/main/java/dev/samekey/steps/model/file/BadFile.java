package dev.samekey.steps.model.file;

import java.util.function.UnaryOperator;

/** A file that cannot be used, with the place to mend: {@code acme.yaml:12: operations.create.metod is not known}. */
public final class BadFile extends RuntimeException {
    /** @param line the first line is 1; 0 where the whole file is meant */
    public BadFile(String file, int line, String message) {
        this(file + (line > 0 ? ":" + line : "") + ": " + message);
    }

    private BadFile(String whole) {
        super(whole);
    }

    /** The same with another message, such as one without secrets. */
    public BadFile saying(UnaryOperator<String> change) {
        return new BadFile(change.apply(String.valueOf(getMessage())));
    }
}
