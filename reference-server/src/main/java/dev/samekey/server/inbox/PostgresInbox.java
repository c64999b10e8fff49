package dev.samekey.server.inbox;

import dev.samekey.server.inbox.Handlings.Attempt;
import java.time.Clock;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * An inbox table whose primary key decides which of several deliveries brought the event (EVT-1, EVT-3).
 *
 * <p>The row commits before anything is done about it, with a line for each handler, so a crash loses neither (EVT-9).
 * The delivery then attempts each handler itself: in all but bad times the effect is there when it is acknowledged, and
 * in bad times the next attempt is.
 */
public final class PostgresInbox implements Inbox {
    private static final String INSERT = """
            insert into inbox (source, event_id, type, payload_hash, payload, received_at)
            values (:source, :id, :type, :payloadHash, :payload, :now) on conflict do nothing""";

    private static final String FLAG = """
            update inbox set flagged_at = coalesce(flagged_at, :now)
            where source = :source and event_id = :id and payload_hash <> :payloadHash""";

    private final Jdbi jdbi;
    private final Clock clock;
    private final Handlings handlings;

    /** An inbox in this database; the schedule says when a handler that failed is tried again. */
    public PostgresInbox(Jdbi jdbi, Clock clock, RetrySchedule schedule) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.handlings = new Handlings(jdbi, clock, schedule);
    }

    @Override
    public Receipt receive(Event event, List<EventHandler> handlers) {
        if (!jdbi.inTransaction(transaction -> arrive(transaction, event, handlers))) {
            return Receipt.CONFLICT;
        }
        List<Attempt> attempts = handlers.stream()
                .map(handler -> handlings.first(event, handler))
                .toList();
        if (attempts.stream().allMatch(Attempt.NONE::equals)) {
            return Receipt.DUPLICATE;
        }
        return attempts.contains(Attempt.LATER) ? Receipt.ACCEPTED : Receipt.PROCESSED;
    }

    /** Whether it is this event, new or known, and not another one under its id. */
    private boolean arrive(Handle transaction, Event event, List<EventHandler> handlers) {
        boolean isNew = transaction
                        .createUpdate(INSERT)
                        .bindMethods(event)
                        .bind("now", clock.instant())
                        .execute()
                == 1;
        if (isNew) {
            handlers.forEach(handler -> handlings.plan(transaction, event, handler.name()));
        }
        return isNew
                || transaction
                                .createUpdate(FLAG)
                                .bindMethods(event)
                                .bind("now", clock.instant())
                                .execute()
                        == 0;
    }
}
