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

    /** A principal has what it needs to send, such as a token. */
    default void signedIn(String principal, String actual) {}

    /** A principal has no token, or cannot sign. The rig opens without it, unless this throws. */
    default void notSignedIn(String principal, String reason) {
        throw new CannotRun("the principal «" + principal + "» cannot send: " + reason);
    }

    /** An oracle answers. */
    default void answered(String oracle) {}
}
