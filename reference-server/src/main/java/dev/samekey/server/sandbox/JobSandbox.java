package dev.samekey.server.sandbox;

import dev.samekey.server.http.Call;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.json.Json;
import org.jdbi.v3.core.Handle;

/** Trouble for jobs: with {@code sandbox:slow_halfway} as its note a run rests after its first step. */
public record JobSandbox(Json json) {
    /** The job, with the trouble that the call asks for. */
    public Job around(Job job, Call call) {
        String note = json.read(call.body().bytes()).object().path("note").asText("");
        return note.equals("sandbox:slow_halfway") ? new Resting(job) : job;
    }

    private record Resting(Job job) implements Job {
        @Override
        public String name() {
            return job.name();
        }

        @Override
        public int work(Handle transaction, Run run, int atMost) {
            int done = job.work(transaction, run, atMost);
            if (run.done() == 0 && done > 0) {
                transaction.afterCommit(() -> Pause.of(Trouble.VERY_SLOW));
            }
            return done;
        }
    }
}
