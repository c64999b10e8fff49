package dev.samekey.server.jobs;

import com.github.kagkarlsson.scheduler.task.ExecutionComplete;
import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.Schedule;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Runs jobs on the hour, by whichever replica comes first. The id of such a run is its hour: an attempt that failed or was
 * killed is followed by another one at the same run.
 */
public final class Timetable {
    private static final Duration SOON = Duration.ofMinutes(1);

    private final Runner runner;

    /** Jobs are run by this runner. */
    public Timetable(Runner runner) {
        this.runner = runner;
    }

    /** A task of the scheduler for each job. */
    public List<Task<?>> hourly(List<Job> jobs) {
        return jobs.stream().<Task<?>>map(this::hourly).toList();
    }

    private Task<?> hourly(Job job) {
        FailureHandler<Void> again =
                (failed, task) -> task.reschedule(failed, failed.getTimeDone().plus(SOON));
        return Tasks.recurring("job-" + job.name(), new OnTheHour())
                .onFailure(again)
                .execute((instance, context) -> runner.run(
                        job, hourOf(context.getExecution().executionTime).toString()));
    }

    private static Instant hourOf(Instant moment) {
        return moment.truncatedTo(ChronoUnit.HOURS);
    }

    private static final class OnTheHour implements Schedule {
        @Override
        public Instant getNextExecutionTime(ExecutionComplete last) {
            return hourOf(last.getTimeDone()).plus(1, ChronoUnit.HOURS);
        }

        @Override
        public boolean isDeterministic() {
            return true;
        }
    }
}
