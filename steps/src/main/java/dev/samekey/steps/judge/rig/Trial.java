package dev.samekey.steps.judge.rig;

import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.steps.drive.process.CannotRun;

/** Receives the result of each oracle's trial, by its place in the target file, such as {@code database.records}. */
@FunctionalInterface
public interface Trial {
    /** Every oracle must answer. */
    Trial ALL_ANSWER = (oracle, failure) -> {
        throw new CannotRun("an oracle of the target file does not answer: " + failure.getMessage());
    };

    /** An oracle does not answer. The rig opens without its answer, unless this throws. */
    void failed(String oracle, OracleSilent failure);

    /** An oracle answers. */
    default void answered(String oracle) {}
}
