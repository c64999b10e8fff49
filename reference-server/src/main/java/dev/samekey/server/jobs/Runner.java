package dev.samekey.server.jobs;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;

/** Does the runs of jobs, each once. */
public interface Runner {
    /**
     * Comes back when the run has ended, in this call or in an earlier one.
     *
     * @throws FaultException {@link Fault#IN_PROGRESS} while another call works on it
     * @throws RuntimeException where the job has failed; the next call with this id does what is left (JOB-5)
     */
    Run run(Job job, String id);
}
