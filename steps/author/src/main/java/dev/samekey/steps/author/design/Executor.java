package dev.samekey.steps.author.design;

import java.util.Locale;

/** Who executes a test case. */
public enum Executor {
    SAMEKEY,
    PERSON;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
