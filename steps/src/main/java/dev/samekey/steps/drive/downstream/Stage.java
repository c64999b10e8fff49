package dev.samekey.steps.drive.downstream;

import dev.samekey.steps.drive.process.CannotRun;

/** Where a counterpart is met. */
interface Stage extends AutoCloseable {
    /** @throws CannotRun when it cannot be met there */
    void open();

    /** Whether those who come can be given trouble. */
    boolean isPlayed();

    @Override
    void close();
}
