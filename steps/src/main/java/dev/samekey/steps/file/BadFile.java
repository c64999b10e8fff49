package dev.samekey.steps.file;

/** A file that cannot be used, with the place to mend: {@code acme.yaml:12: operations.create.metod is not known}. */
public final class BadFile extends RuntimeException {
    /** @param line the first line is 1; 0 where the whole file is meant */
    public BadFile(String file, int line, String message) {
        super(file + (line > 0 ? ":" + line : "") + ": " + message);
    }
}
