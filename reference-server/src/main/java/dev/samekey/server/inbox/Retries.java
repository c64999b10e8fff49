package dev.samekey.server.inbox;

import com.github.kagkarlsson.scheduler.task.CompletionHandler;
import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import com.github.kagkarlsson.scheduler.task.schedule.FixedDelay;
import dev.samekey.server.scheduling.Errand;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Attempts again what has failed, when it is due. When that is stands in the inbox; the schedule only wakes, so an errand
 * too many does no harm. Each has an errand of its own, so that none waits for another (EVT-8).
 */
public final class Retries {
    static final String TASK = "inbox-retry";
    private static final Duration ROUND = Duration.ofSeconds(1);

    private static final String OVERDUE =
            "select id from inbox_handlings where state = 'pending' and next_attempt_at <= ? limit 1000";

    private final Jdbi jdbi;
    private final Clock clock;
    private final Handlings handlings;
    private final Envelopes envelopes;
    private final List<EventHandler> handlers;

    /** Retries by these handlers; the envelopes turn what the inbox has kept into events again. */
    public Retries(Jdbi jdbi, Clock clock, RetrySchedule schedule, Envelopes envelopes, List<EventHandler> handlers) {
        this.jdbi = jdbi;
        this.clock = clock;
        this.handlings = new Handlings(jdbi, clock, schedule);
        this.envelopes = envelopes;
        this.handlers = List.copyOf(handlers);
    }

    /** What the schedule is to do. */
    public List<Task<?>> tasks() {
        return List.of(
                Tasks.custom(TASK, Void.class).execute((errand, context) -> again(UUID.fromString(errand.getId()))),
                Tasks.recurring("inbox-round", FixedDelay.of(ROUND)).execute((errand, context) -> lookRound()));
    }

    private CompletionHandler<Void> again(UUID id) {
        Optional<Instant> next = attempt(id);
        return (complete, errand) -> next.ifPresentOrElse(due -> errand.reschedule(complete, due), errand::remove);
    }

    private Optional<Instant> attempt(UUID id) {
        Handling handling = jdbi.withHandle(handle -> Handling.of(handle, id));
        EventHandler handler = named(handling.handler());
        // A handler that is no more leaves its line as it is, for whoever comes to look.
        return handler == null ? Optional.empty() : handlings.again(id, event(handling), handler);
    }

    private Event event(Handling handling) {
        String payload = jdbi.withHandle(handle -> handle.select(
                        "select payload from inbox where source = ? and event_id = ?",
                        handling.source(),
                        handling.eventId())
                .mapTo(String.class)
                .one());
        return envelopes.open(handling.source(), payload);
    }

    private @Nullable EventHandler named(String name) {
        return handlers.stream()
                .filter(handler -> handler.name().equals(name))
                .findFirst()
                .orElse(null);
    }

    /** Finds what nobody was woken for: the first attempt died with its replica. */
    private void lookRound() {
        jdbi.useTransaction(transaction -> transaction
                .select(OVERDUE, clock.instant())
                .mapTo(String.class)
                .forEach(id -> new Errand(TASK, id, clock.instant()).write(transaction)));
    }
}
