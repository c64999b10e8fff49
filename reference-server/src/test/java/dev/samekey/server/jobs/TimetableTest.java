package dev.samekey.server.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.Contracts;
import dev.samekey.server.control.AdjustableClock;
import dev.samekey.server.replica.Counterparts;
import dev.samekey.server.replica.Server;
import dev.samekey.server.replica.Settings;
import dev.samekey.testing.TestDatabase;
import io.opentelemetry.api.OpenTelemetry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;
import org.junit.jupiter.api.Test;

class TimetableTest {
    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Jdbi jdbi = Jdbi.create(TestDatabase.url("timetable"));

    @Test
    void each_job_runs_on_the_hour_whose_name_its_run_has() throws InterruptedException {
        AdjustableClock clock = new AdjustableClock(Clock.systemUTC());
        Settings settings = new Settings(
                TestDatabase.url("timetable"),
                Contracts.playbook(),
                clock,
                Map.of("alice", "alice-token"),
                Duration.ofMillis(1),
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null);
        Instant hour = clock.instant().truncatedTo(ChronoUnit.HOURS).plus(1, ChronoUnit.HOURS);
        Server server = Server.start(settings, List.of(0, 0), UnaryOperator.identity());
        try {
            clock.advance(Duration.ofHours(1));
            Instant deadline = Instant.now().plus(LIMIT);
            while (ended(hour) < 2 && Instant.now().isBefore(deadline)) {
                Thread.sleep(50);
            }
            assertThat(ended(hour)).as("runs of that hour within " + LIMIT).isEqualTo(2);
        } finally {
            server.close();
        }
    }

    private int ended(Instant hour) {
        return jdbi.withHandle(handle -> handle.select(
                        "select count(*) from job_runs where run_id = ? and ended_at is not null", hour.toString())
                .mapTo(Integer.class)
                .one());
    }
}
