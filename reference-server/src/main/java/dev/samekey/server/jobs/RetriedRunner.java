package dev.samekey.server.jobs;

import com.github.kagkarlsson.scheduler.task.FailureHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.contract.FaultException;
import dev.samekey.server.scheduling.Errand;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * Has a run that failed done again in a while, whether or not its caller comes back. It is the same run: whoever of the two comes
 * second finds it ended.
 */
public final class RetriedRunner implements Runner {
    /** The task of the schedule that does such runs. Its errands have the name {@code <job> <run id>}. */
    public static final String TASK = "job-retry";

    private static final Duration SOON = Duration.ofMinutes(1);

    private final Runner runner;
    private final Jdbi jdbi;
    private final Clock clock;

    /** Runs are done by this runner. */
    public RetriedRunner(Runner runner, Jdbi jdbi, Clock clock) {
        this.runner = runner;
        this.jdbi = jdbi;
        this.clock = clock;
    }

    @Override
    public Run run(Job job, String id) {
        try {
            return runner.run(job, id);
        } catch (RuntimeException failed) {
            if (!isInProgress(failed)) {
                putDown(job, id, failed);
            }
            throw failed;
        }
    }

    private static boolean isInProgress(RuntimeException failed) {
        return failed instanceof FaultException refused && refused.fault() == Fault.IN_PROGRESS;
    }

    private void putDown(Job job, String id, RuntimeException reason) {
        try {
            Errand again =
                    new Errand(TASK, job.name() + " " + id, clock.instant().plus(SOON));
            jdbi.useTransaction(again::write);
        } catch (RuntimeException alsoFailed) {
            // Its caller knows that it failed, and does it again.
            reason.addSuppressed(alsoFailed);
        }
    }

    /** What the schedule is to do about runs of these jobs. */
    public Task<?> task(List<Job> jobs) {
        FailureHandler<Void> again = (failed, errand) ->
                errand.reschedule(failed, failed.getTimeDone().plus(SOON));
        return Tasks.oneTime(TASK).onFailure(again).execute((errand, context) -> {
            String[] run = errand.getId().split(" ", 2);
            jobs.stream().filter(job -> job.name().equals(run[0])).forEach(job -> runner.run(job, run[1]));
        });
    }
}
