package dev.samekey.steps.model.contract;

/** How strongly a clause binds; only a broken {@link #MUST} fails a run. */
public enum Level {
    MUST,
    SHOULD
}
