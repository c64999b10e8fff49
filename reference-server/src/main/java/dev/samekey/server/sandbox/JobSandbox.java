package dev.samekey.server.sandbox;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.http.Call;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.json.Json;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Trouble for jobs, by the note of the call: with {@code sandbox:slow} a run waits before its first step, with {@code
 * sandbox:slow_halfway} each attempt rests after its first. With {@code sandbox:unavailable_once} the first attempt fails before its
 * first step, with {@code sandbox:fails_halfway_once} after it.
 */
public final class JobSandbox {
    private final Attempts attempts;
    private final Json json;

    /** Remembers in this database what was attempted before. */
    public JobSandbox(Jdbi jdbi, Json json) {
        this.attempts = new Attempts(jdbi);
        this.json = json;
    }

    /** The job, with the trouble that the call asks for. */
    public Job around(Job job, Call call) {
        String note = json.read(call.body().bytes()).object().path("note").asText("");
        return switch (note) {
            case "sandbox:slow" -> new Late(job);
            case "sandbox:slow_halfway" -> new Resting(job, new AtomicBoolean());
            case "sandbox:unavailable_once" ->
                new FailingOnce(
                        job,
                        attempts,
                        0,
                        () -> new FaultException(Fault.DEPENDENCY_UNAVAILABLE, "What the job needs is out of reach."));
            case "sandbox:fails_halfway_once" ->
                new FailingOnce(job, attempts, 1, () -> new IllegalStateException("asked to fail halfway"));
            default -> job;
        };
    }

    private record Late(Job job) implements Job {
        @Override
        public String name() {
            return job.name();
        }

        @Override
        public int work(Handle transaction, Run run, int atMost) {
            if (run.done() == 0) {
                Pause.of(Trouble.SLOW);
            }
            return job.work(transaction, run, atMost);
        }
    }

    private record Resting(Job job, AtomicBoolean rested) implements Job {
        @Override
        public String name() {
            return job.name();
        }

        @Override
        public int work(Handle transaction, Run run, int atMost) {
            int done = job.work(transaction, run, atMost);
            if (done > 0 && rested.compareAndSet(false, true)) {
                transaction.afterCommit(() -> Pause.of(Trouble.VERY_SLOW));
            }
            return done;
        }
    }

    /** Fails at its first attempt, when so many items at least are done. */
    private record FailingOnce(Job job, Attempts attempts, long done, Supplier<RuntimeException> failure)
            implements Job {
        @Override
        public String name() {
            return job.name();
        }

        @Override
        public int work(Handle transaction, Run run, int atMost) {
            if (run.done() >= done && attempts.isFirst(new Wish("fails_once", job.name() + " " + run.id()))) {
                throw failure.get();
            }
            return job.work(transaction, run, atMost);
        }
    }
}
