package dev.samekey.server.jobs;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;
import org.jdbi.v3.core.statement.Query;

/** Runs in a table whose primary key decides which of several calls works. */
public final class PostgresRuns implements Runs {
    private static final String COLUMNS = "job, run_id as id, operation_id, token, started_at, done, ended_at";

    private static final String INSERT = """
            insert into job_runs (job, run_id, operation_id, token, started_at, claimed_at)
            values (:job, :id, :operationId, :token, :now, :now)
            on conflict (job, run_id) do nothing returning\s""" + COLUMNS;

    private static final String TAKE_OVER = """
            update job_runs set token = :token, claimed_at = :now
            where job = :job and run_id = :id and ended_at is null
              and (token is null or claimed_at <= :abandonedSince) returning\s""" + COLUMNS;

    private static final String NOTE = """
            update job_runs set done = done + :step, claimed_at = :now, ended_at = case when :step = 0 then cast(:now as timestamptz) end
            where job = :job and run_id = :id and token = :token and ended_at is null returning\s""" + COLUMNS;

    private static final String RELEASE =
            "update job_runs set token = null where job = :job and run_id = :id and token = :token";

    private final Jdbi jdbi;
    private final Clock clock;
    private final Duration timeout;

    /** A run counts as abandoned when it has not moved for as long as the timeout. */
    public PostgresRuns(Jdbi jdbi, Clock clock, Duration timeout) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.timeout = timeout;
    }

    @Override
    public Optional<Run> claim(String job, String id) {
        return jdbi.withHandle(handle -> claim(handle, INSERT, job, id).or(() -> claim(handle, TAKE_OVER, job, id)));
    }

    private Optional<Run> claim(Handle handle, String sql, String job, String id) {
        Instant now = now();
        return run(handle.createQuery(sql)
                .bind("job", job)
                .bind("id", id)
                .bind("operationId", UUID.randomUUID())
                .bind("token", UUID.randomUUID())
                .bind("now", now)
                .bind("abandonedSince", now.minus(timeout)));
    }

    @Override
    public Optional<Run> find(String job, String id) {
        return jdbi.withHandle(handle ->
                run(handle.createQuery("select " + COLUMNS + " from job_runs where job = :job and run_id = :id")
                        .bind("job", job)
                        .bind("id", id)));
    }

    @Override
    public Run note(Handle transaction, Run run, int done) {
        return run(transaction
                        .createQuery(NOTE)
                        .bindMethods(run)
                        .bind("step", done)
                        .bind("now", now()))
                .orElseThrow(() -> new RunLostException(run));
    }

    @Override
    public void release(Run run) {
        jdbi.useHandle(handle -> handle.createUpdate(RELEASE).bindMethods(run).execute());
    }

    /** PostgreSQL keeps microseconds. */
    private Instant now() {
        return clock.instant().truncatedTo(ChronoUnit.MICROS);
    }

    private static Optional<Run> run(Query query) {
        return query.registerRowMapper(ConstructorMapper.factory(Run.class))
                .mapTo(Run.class)
                .findOne();
    }
}
