package dev.samekey.server.jobs;

import org.jdbi.v3.core.Handle;

/** Something to be done from time to time, to everything for which it is due. */
public interface Job {
    /** Such as {@code cleanup}. */
    String name();

    /**
     * Does a part of what was due when the run began, within the transaction; a part that is done is not due any more.
     *
     * @param atMost how many items may be done
     * @return how many were done; 0 where nothing is left
     */
    int work(Handle transaction, Run run, int atMost);
}
