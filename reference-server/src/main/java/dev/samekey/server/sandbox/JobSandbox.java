package dev.samekey.server.sandbox;

import dev.samekey.server.http.Call;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.json.Json;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jdbi.v3.core.Handle;

/**
 * Trouble for jobs, by the note of the call: with {@code sandbox:slow} a run waits before its first step, with {@code
 * sandbox:slow_halfway} each attempt rests after its first.
 */
public record JobSandbox(Json json) {
    /** The job, with the trouble that the call asks for. */
    public Job around(Job job, Call call) {
        String note = json.read(call.body().bytes()).object().path("note").asText("");
        return switch (note) {
            case "sandbox:slow" -> new Late(job);
            case "sandbox:slow_halfway" -> new Resting(job, new AtomicBoolean());
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
}
