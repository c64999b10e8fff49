package dev.samekey.steps.judge.world;

import java.util.Locale;

/** What a step is for: to bring a state about, to act, or to look. An And or a But goes on with the phase before it. */
public enum Phase {
    GIVEN,
    WHEN,
    THEN;

    /** As a feature writes it. */
    public String word() {
        return name().charAt(0) + name().substring(1).toLowerCase(Locale.ROOT);
    }
}
