package dev.samekey.steps.counterpart;

import dev.samekey.steps.process.CannotRun;

/** Where a counterpart is met. */
interface Stage extends AutoCloseable {
    /** @throws CannotRun when it cannot be met there */
    void open();

    /** Whether those who come can be given trouble. */
    boolean isPlayed();

    @Override
    void close();
}
