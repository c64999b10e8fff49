package dev.samekey.server.scheduling;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.samekey.server.control.AdjustableClock;
import dev.samekey.server.database.ConnectionPool;
import dev.samekey.server.database.Migrations;
import dev.samekey.testing.TestDatabase;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ScheduleTest {
    private static final Duration QUICK = Duration.ofSeconds(2);
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final Duration HOUR = Duration.ofHours(1);

    private final ConnectionPool pool = new ConnectionPool(TestDatabase.url("schedule"));
    private final AdjustableClock clock = new AdjustableClock(Clock.systemUTC());
    private final BlockingQueue<String> done = new LinkedBlockingQueue<>();
    private final List<Schedule> running = new ArrayList<>();

    @BeforeEach
    void migrate() {
        Migrations.run(pool.jdbi());
        pool.jdbi().useHandle(handle -> handle.execute("delete from scheduled_tasks"));
    }

    @AfterEach
    void close() {
        running.forEach(Schedule::close);
        pool.close();
    }

    @Test
    void an_errand_is_done_once_however_many_replicas_there_are() throws InterruptedException {
        start(succeeding());
        start(succeeding());
        put(new Errand("errand", "a", clock.instant()));
        assertThat(next(QUICK)).isEqualTo("a");
        assertThat(next(Duration.ofMillis(500))).isEqualTo("nothing");
    }

    @Test
    void an_errand_waits_until_the_clock_says_so() throws InterruptedException {
        start(succeeding());
        put(new Errand("errand", "a", clock.instant().plus(HOUR)));
        assertThat(next(Duration.ofMillis(500))).isEqualTo("nothing");
        clock.advance(HOUR);
        assertThat(next(QUICK)).isEqualTo("a");
    }

    @Test
    void an_errand_that_fails_is_done_again_after_growing_delays() throws InterruptedException {
        start(failing());
        put(new Errand("errand", "a", clock.instant()));
        assertThat(next(QUICK)).isEqualTo("a");
        putOff();
        clock.advance(MINUTE);
        assertThat(next(QUICK)).isEqualTo("a");
        putOff();
        clock.advance(MINUTE);
        assertThat(next(Duration.ofMillis(500))).isEqualTo("nothing");
        clock.advance(HOUR);
        assertThat(next(QUICK)).isEqualTo("a");
    }

    @Test
    void an_errand_of_a_transaction_that_rolls_back_is_not_done() throws InterruptedException {
        start(succeeding());
        assertThatThrownBy(() -> pool.jdbi().useTransaction(transaction -> {
                    new Errand("errand", "a", clock.instant()).write(transaction);
                    throw new IllegalStateException("after the errand");
                }))
                .isInstanceOf(IllegalStateException.class);
        put(new Errand("errand", "b", clock.instant()));
        assertThat(next(QUICK)).isEqualTo("b");
    }

    @Test
    void the_errand_of_a_replica_that_was_killed_is_done_by_another() throws InterruptedException {
        put(new Errand("errand", "a", clock.instant()));
        pool.jdbi()
                .useHandle(handle -> handle.execute(
                        "update scheduled_tasks set picked = true, picked_by = 'killed', last_heartbeat = ?",
                        clock.instant()));
        start(succeeding());
        assertThat(next(Duration.ofSeconds(10))).isEqualTo("a");
    }

    private void start(Task<?> task) {
        running.add(Schedule.start("replica", pool.dataSource(), clock, List.of(task)));
    }

    private Task<Void> succeeding() {
        return Tasks.oneTime("errand").execute((errand, context) -> done.add(errand.getId()));
    }

    private Task<Void> failing() {
        return Tasks.oneTime("errand")
                .onFailure(new Delays(List.of(MINUTE, HOUR)).forever())
                .execute((errand, context) -> {
                    done.add(errand.getId());
                    throw new IllegalStateException("not this time");
                });
    }

    private void put(Errand errand) {
        pool.jdbi().useTransaction(errand::write);
    }

    /** Until the errand that was done waits for its next time: the clock must not move before. */
    private void putOff() throws InterruptedException {
        while (pool.jdbi()
                .withHandle(handle -> handle.select("select picked from scheduled_tasks")
                        .mapTo(Boolean.class)
                        .one())) {
            Thread.sleep(10);
        }
    }

    private String next(Duration within) throws InterruptedException {
        String errand = done.poll(within.toMillis(), TimeUnit.MILLISECONDS);
        return errand == null ? "nothing" : errand;
    }
}
