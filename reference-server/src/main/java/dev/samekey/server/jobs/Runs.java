package dev.samekey.server.jobs;

import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Remembers which runs there are, and lets one caller at a time work on each. */
public interface Runs {
    /** The run, new or left half done, for the caller to work on; nothing where it has ended or another one works on it. */
    Optional<Run> claim(String job, String id);

    /** The run as it is now. */
    Optional<Run> find(String job, String id);

    /**
     * Notes a step within the transaction of its work: what is done and what is noted cannot differ (JOB-4).
     *
     * @param done how many items the step has done; 0 ends the run
     * @throws RunLostException where another caller has taken the run over
     */
    Run note(Handle transaction, Run run, int done);

    /** Lets go of a run that cannot go on for now, so that the next call need not wait. */
    void release(Run run);
}
