package dev.samekey.steps.drive.process;

/** Power over the target's process. */
public interface Restart {
    /** Ends the target at once, as a crash would, and returns when it is gone and its places are free again. */
    void kill();

    /** Starts the target, which must not run, and returns when it is ready. */
    void start();

    boolean isRunning();

    /** Ends the target at once and starts it again. */
    default void run() {
        kill();
        start();
    }
}
