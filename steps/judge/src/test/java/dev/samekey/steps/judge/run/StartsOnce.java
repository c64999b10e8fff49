package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Starter;
import java.util.function.BooleanSupplier;

/** A target that does not start again once it is dead. */
record StartsOnce(BooleanSupplier dead) implements Starter.Started {
    static final String REASON = "it does not start again";

    @Override
    public void start() {
        if (dead.getAsBoolean()) {
            throw new CannotRun(REASON);
        }
    }

    @Override
    public void kill() {}

    @Override
    public boolean isRunning() {
        return !dead.getAsBoolean();
    }

    @Override
    public void close() {}
}
