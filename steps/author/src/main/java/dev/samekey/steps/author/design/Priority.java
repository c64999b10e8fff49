package dev.samekey.steps.author.design;

import java.util.Locale;

/** How soon a test case should be run. */
public enum Priority {
    CRITICAL,
    HIGH,
    MEDIUM,
    LOW;

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
