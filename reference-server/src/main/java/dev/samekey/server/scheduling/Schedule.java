package dev.samekey.server.scheduling;

import com.github.kagkarlsson.scheduler.Scheduler;
import com.github.kagkarlsson.scheduler.SchedulerName;
import com.github.kagkarlsson.scheduler.jdbc.PostgreSqlJdbcCustomization;
import com.github.kagkarlsson.scheduler.logging.LogLevel;
import com.github.kagkarlsson.scheduler.task.OnStartup;
import com.github.kagkarlsson.scheduler.task.Task;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import javax.sql.DataSource;

/** Does the errands that are due. The replicas share them through the database, and each errand is done by one of them. */
public final class Schedule implements AutoCloseable {
    private static final Duration POLL = Duration.ofMillis(150);
    // A killed replica has missed four beats after 3 s, and then its errands are done by another one.
    private static final Duration HEARTBEAT = Duration.ofMillis(750);
    private static final int BEATS_OF_THE_LIVING = 4;
    private static final Duration LAST_WORDS = Duration.ofSeconds(2);
    private static final int THREADS = 8;

    private final ExecutorService errands;
    private final Runnable stop;

    private Schedule(ExecutorService errands, Runnable stop) {
        this.errands = errands;
        this.stop = stop;
    }

    /** Starts to do the errands of these tasks, by this clock; without tasks there is nothing to start. */
    public static Schedule start(String replica, DataSource database, Clock clock, List<Task<?>> tasks) {
        ExecutorService errands = Executors.newFixedThreadPool(THREADS);
        if (tasks.isEmpty()) {
            return new Schedule(errands, errands::shutdown);
        }
        Scheduler scheduler = Scheduler.create(database, tasks)
                .schedulerName(new SchedulerName.Fixed(replica))
                .clock(clock::instant)
                .jdbcCustomization(new PostgreSqlJdbcCustomization(false, false))
                .pollUsingLockAndFetch(0.5, 1)
                .pollingInterval(POLL)
                .heartbeatInterval(HEARTBEAT)
                .missedHeartbeatsLimit(BEATS_OF_THE_LIVING)
                .threads(THREADS)
                .executorService(errands)
                .shutdownMaxWait(LAST_WORDS)
                // That an errand has to be done again is nothing to wake anybody for.
                .failureLogging(LogLevel.DEBUG, false)
                .build();
        // What recurs is put down here; db-scheduler would want to be told by the type of the list which tasks do.
        tasks.stream()
                .filter(OnStartup.class::isInstance)
                .map(OnStartup.class::cast)
                .forEach(task -> task.onStartup(scheduler, clock::instant));
        scheduler.start();
        return new Schedule(errands, scheduler::stop);
    }

    /** Interrupts the errands that are being done. */
    public void interrupt() {
        var unused = errands.shutdownNow();
    }

    @Override
    public void close() {
        stop.run();
    }
}
