package dev.samekey.server.jobs;

/** Another caller has taken the run over: the step of this one must not commit. */
public final class RunLostException extends RuntimeException {
    /** The run that was lost. */
    public RunLostException(Run run) {
        super("run " + run.id() + " of " + run.job() + " was taken over");
    }
}
