package dev.samekey.steps.process;

/** Ends the target at once and starts it again, and returns when it is ready. */
@FunctionalInterface
public interface Restart {
    void run();
}
