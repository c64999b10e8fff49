package dev.samekey.defects.job;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.RetriedRunner;
import dev.samekey.server.jobs.Run;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;
import java.util.stream.Stream;

/** The server's own retry of a failed run goes on where that attempt has ended, whoever has done the rest since. */
final class JobRetryFromMemory extends Defect {
    private static final int STEP = 10;

    private static final String TABLE =
            "create table if not exists job_failures (job text, run_id text, done bigint not null, primary key (job, run_id))";

    private static final String FORGET = "delete from job_failures where job = ? and run_id = ? returning done";

    JobRetryFromMemory() {
        super(
                "job-retry-from-memory",
                "JOB-5",
                "",
                "The server's own retry of a failed run goes on where that attempt has ended, whoever has done the rest since.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        base.jdbi().useHandle(handle -> handle.execute(TABLE));
        Parts noting = CountingRelease.among(parts).with(Part.RUNS, new ForwardingRuns(parts.get(Part.RUNS)) {
            @Override
            public void release(Run run) {
                super.release(run);
                base.jdbi()
                        .useHandle(handle -> handle.execute(
                                "insert into job_failures values (?, ?, ?) on conflict do nothing",
                                run.job(),
                                run.id(),
                                run.done()));
            }
        });
        return noting.with(
                Part.TASKS,
                composed -> Stream.concat(
                                parts.get(Part.TASKS).apply(composed).stream()
                                        .filter(task -> !task.getName().equals(RetriedRunner.TASK)),
                                Stream.of(task(composed)))
                        .toList());
    }

    private static Task<?> task(Parts parts) {
        return Tasks.oneTime(RetriedRunner.TASK).execute((errand, context) -> {
            String[] name = errand.getId().split(" ", 2);
            parts.get(Part.JOBS).apply(parts).stream()
                    .filter(job -> job.name().equals(name[0]))
                    .forEach(job -> failed(parts, job, name[1]).ifPresent(run -> goOn(job, run, parts.base())));
        });
    }

    /** The run as far as the attempt that has failed had come; it is taken up once. */
    private static Optional<Run> failed(Parts parts, Job job, String id) {
        Optional<Long> done = parts.base()
                .jdbi()
                .withHandle(handle -> handle.createQuery(FORGET)
                        .bind(0, job.name())
                        .bind(1, id)
                        .mapTo(Long.class)
                        .findOne());
        return done.flatMap(
                count -> parts.get(Part.RUNS).find(job.name(), id).map(run -> JobRestartsFromZero.at(run, count)));
    }

    private static void goOn(Job job, Run from, Foundation base) {
        Run run = from;
        for (int done = 1; done > 0; run = JobRestartsFromZero.at(run, run.done() + done)) {
            Run next = run;
            done = base.jdbi().inTransaction(transaction -> job.work(transaction, next, STEP));
        }
    }
}
