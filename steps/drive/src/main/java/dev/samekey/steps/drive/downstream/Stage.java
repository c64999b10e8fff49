package dev.samekey.steps.drive.downstream;

import dev.samekey.steps.drive.process.CannotRun;

/** Where a counterpart receives its calls. */
interface Stage extends AutoCloseable {
    /** @throws CannotRun when it cannot be met there */
    void open();

    /** Whether faults can be planned for its calls. */
    boolean isPlayed();

    @Override
    void close();
}
