package dev.samekey.steps.model.file;

import java.util.function.UnaryOperator;

/** A file that cannot be used, with the place to mend: {@code acme.yaml:12: operations.create.metod is not known}. */
public final class BadFile extends RuntimeException {
    private final int line;

    /** @param line the first line is 1; 0 where the whole file is meant */
    public BadFile(String file, int line, String message) {
        this(line, file + (line > 0 ? ":" + line : "") + ": " + message);
    }

    private BadFile(int line, String whole) {
        super(whole);
        this.line = line;
    }

    /** The first is 1; 0 where the whole file is meant. */
    public int line() {
        return line;
    }

    /** The same with another message, such as one without secrets. */
    public BadFile saying(UnaryOperator<String> change) {
        return new BadFile(line, change.apply(String.valueOf(getMessage())));
    }
}
