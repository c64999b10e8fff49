package dev.samekey.steps.judge.run;

import java.util.Optional;

/** Something that judges a target by the features. */
public interface Run {
    /** How many scenarios there are to run. */
    int size();

    /**
     * Runs every scenario.
     *
     * @param progress receives the start and the end of each scenario
     * @throws dev.samekey.steps.drive.process.CannotRun when the target or an oracle does not answer before the first scenario,
     *     or the run cannot go on
     */
    RunResult run(Progress progress);

    /**
     * Ends the run early: nothing more is sent, what has not come out yet is not checked, and what was created is taken
     * away.
     */
    void end();

    /**
     * What a run has seen by now that was ended and does not come back in time, or that cannot go on. Nothing where that cannot
     * be said.
     * Scenarios that are still under way are not checked.
     */
    default Optional<RunResult> soFar() {
        return Optional.empty();
    }
}
