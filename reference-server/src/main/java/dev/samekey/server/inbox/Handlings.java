package dev.samekey.server.inbox;

import dev.samekey.server.scheduling.Errand;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The attempts of the handlers. Effect and progress commit together, so whoever attempts, and however many at once, the
 * effect is there once (EVT-3, EVT-5).
 */
final class Handlings {
    private static final Logger LOG = LoggerFactory.getLogger(Handlings.class);

    /** Longer than a handler should take; one that was not heard of by then died with its replica. */
    private static final Duration FIRST_ATTEMPT = Duration.ofSeconds(10);

    private static final String INSERT = """
            insert into inbox_handlings (source, event_id, handler, next_attempt_at)
            values (:source, :id, :handler, :overdue) on conflict do nothing""";

    private static final String DONE =
            "update inbox_handlings set state = 'done', attempts = attempts + 1, error = null where id = :id";

    private static final String FAILED = """
            update inbox_handlings set attempts = :attempts, error = :error, next_attempt_at = :next
            where id = :id""";

    private static final String FINISH = """
            update inbox set processed_at = :now,
              result = case when exists (select 1 from inbox_handlings h where (h.source, h.event_id) = (:source, :eventId)
                and h.state = 'dead') then 'dead_lettered' else 'processed' end
            where source = :source and event_id = :eventId and not exists (
              select 1 from inbox_handlings h where (h.source, h.event_id) = (:source, :eventId) and h.state = 'pending')""";

    private final Jdbi jdbi;
    private final Clock clock;
    private final RetrySchedule schedule;

    Handlings(Jdbi jdbi, Clock clock, RetrySchedule schedule) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.schedule = schedule;
    }

    /** Notes what is to be done about an event that has just come in. */
    void plan(Handle transaction, Event event, String handler) {
        transaction
                .createUpdate(INSERT)
                .bindMethods(event)
                .bind("handler", handler)
                .bind("overdue", clock.instant().plus(FIRST_ATTEMPT))
                .execute();
    }

    /** The attempt that belongs to a delivery: only the first one, the others have their time. */
    Attempt first(Event event, EventHandler handler) {
        return jdbi.withHandle(handle -> Handling.of(handle, event, handler.name()))
                .filter(Handling::isPending)
                .map(handling -> handling.attempts() > 0 ? Attempt.LATER : attempt(handling, event, handler))
                .orElse(Attempt.NONE);
    }

    /** An attempt that is due; the answer is when the next one is. */
    Optional<Instant> again(UUID id, Event event, EventHandler handler) {
        Handling handling = jdbi.withHandle(handle -> Handling.of(handle, id));
        if (handling.isPending() && !handling.nextAttemptAt().isAfter(clock.instant())) {
            attempt(handling, event, handler);
        }
        return Optional.of(jdbi.withHandle(handle -> Handling.of(handle, id)))
                .filter(Handling::isPending)
                .map(Handling::nextAttemptAt);
    }

    private Attempt attempt(Handling handling, Event event, EventHandler handler) {
        try {
            handler.prepare(event);
            return jdbi.inTransaction(transaction -> {
                // Deliveries that overlap come here one after the other, and only the first one finds something to do.
                if (!handling.locked(transaction).isPending()) {
                    return Attempt.NONE;
                }
                handler.handle(transaction, event);
                transaction.createUpdate(DONE).bind("id", handling.id()).execute();
                finish(transaction, handling);
                return Attempt.DONE;
            });
        } catch (RuntimeException failure) {
            // Whatever it is: what is not known today may have come in by the next attempt (EVT-6).
            LOG.info("{} failed for event {}: {}", handler.name(), event.id(), failure.getMessage());
            return jdbi.inTransaction(transaction -> failed(transaction, handling, event, failure));
        }
    }

    private Attempt failed(Handle transaction, Handling before, Event event, RuntimeException failure) {
        Handling handling = before.locked(transaction);
        // Of attempts that overlapped one has counted.
        if (handling.isPending() && handling.attempts() == before.attempts()) {
            int attempts = handling.attempts() + 1;
            String error = String.valueOf(failure.getMessage());
            schedule.after(attempts)
                    .ifPresentOrElse(
                            delay -> putOff(
                                    transaction,
                                    handling,
                                    attempts,
                                    error,
                                    clock.instant().plus(delay)),
                            () -> bury(transaction, handling, event, attempts, error));
        }
        return Attempt.LATER;
    }

    private static void putOff(Handle transaction, Handling handling, int attempts, String error, Instant next) {
        transaction
                .createUpdate(FAILED)
                .bind("id", handling.id())
                .bind("attempts", attempts)
                .bind("error", error)
                .bind("next", next)
                .execute();
        new Errand(Retries.TASK, handling.id().toString(), next).write(transaction);
    }

    /** The last attempt has failed: somebody has to look (EVT-8). */
    private void bury(Handle transaction, Handling handling, Event event, int attempts, String error) {
        transaction.execute(
                "update inbox_handlings set state = 'dead', attempts = ?, error = ? where id = ?",
                attempts,
                error,
                handling.id());
        DeadLetter.of(handling, event, attempts, error, clock.instant()).write(transaction);
        finish(transaction, handling);
    }

    private void finish(Handle transaction, Handling handling) {
        transaction
                .createUpdate(FINISH)
                .bind("source", handling.source())
                .bind("eventId", handling.eventId())
                .bind("now", clock.instant())
                .execute();
    }

    /** What came of looking after a handler. */
    enum Attempt {
        /** There was nothing left to do. */
        NONE,
        /** It has acted. */
        DONE,
        /** It has failed, and is tried again when its time comes. */
        LATER
    }
}
