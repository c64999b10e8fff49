package dev.samekey.steps.drive.fault;

/** Takes the store away from the target, and gives it back. */
public interface StoreSwitch {
    void cut();

    /** Gives it back, or leaves it there. */
    void restore();
}
