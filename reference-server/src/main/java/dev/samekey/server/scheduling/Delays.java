package dev.samekey.server.scheduling;

import com.github.kagkarlsson.scheduler.task.FailureHandler;
import java.time.Duration;
import java.util.List;

/** How long to wait after each failure before the next attempt. The last delay counts for all that follow. */
public record Delays(List<Duration> each) {
    /** At least one. */
    public Delays {
        if (each.isEmpty()) {
            throw new IllegalArgumentException("there must be a delay");
        }
        each = List.copyOf(each);
    }

    /** The wait after so many failures, counted from 1. */
    public Duration after(int failures) {
        return each.get(Math.min(failures, each.size()) - 1);
    }

    /** An errand that fails is done again after its delay, and never given up. */
    public <T> FailureHandler<T> forever() {
        return (failed, errand) -> errand.reschedule(
                failed, failed.getTimeDone().plus(after(failed.getExecution().consecutiveFailures + 1)));
    }
}
