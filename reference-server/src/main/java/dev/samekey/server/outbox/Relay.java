package dev.samekey.server.outbox;

import com.github.kagkarlsson.scheduler.task.Task;
import com.github.kagkarlsson.scheduler.task.helper.Tasks;
import dev.samekey.server.scheduling.Delays;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/**
 * Delivers what is in the outbox until it is acknowledged (OBX-2). A message may arrive more than once, always with the same
 * id and body (OBX-3): a replica can die between delivery and acknowledgement.
 */
public final class Relay {
    static final String TASK = "outbox";

    /** Grows fast: a sink that is down for minutes is down for hours. */
    private static final Delays DELAYS = new Delays(List.of(
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(8),
            Duration.ofSeconds(30),
            Duration.ofMinutes(5),
            Duration.ofHours(1)));

    private final Map<String, Courier> couriers;
    private final RelayObserver observer;
    private final Jdbi jdbi;
    private final Clock clock;

    /** There is a courier for each destination that can be reached. */
    public Relay(Map<String, Courier> couriers, RelayObserver observer, Jdbi jdbi, Clock clock) {
        this.couriers = Map.copyOf(couriers);
        this.observer = observer;
        this.jdbi = jdbi;
        this.clock = clock;
    }

    /** The task whose errands are the messages, by their ids. Nobody to tell, nothing to do. */
    public List<Task<?>> tasks() {
        return couriers.isEmpty()
                ? List.of()
                : List.of(Tasks.oneTime(TASK)
                        .onFailure(DELAYS.forever())
                        .execute((errand, context) -> deliver(UUID.fromString(errand.getId()))));
    }

    private void deliver(UUID id) {
        // Whoever delivered it last may have died before its errand was ended.
        attempt(id).ifPresent(this::deliver);
    }

    private void deliver(Attempt attempt) {
        Message message = attempt.message();
        Courier courier = couriers.get(message.destination());
        if (courier == null) {
            throw new NotAcknowledgedException("there is no way to " + message.destination());
        }
        try {
            courier.deliver(message);
        } catch (NotAcknowledgedException unknown) {
            observer.attempted(message, attempt.attempts(), false);
            throw unknown;
        }
        jdbi.useHandle(handle ->
                handle.execute("update outbox set acknowledged_at = ? where id = ?", clock.instant(), message.id()));
        observer.attempted(message, attempt.attempts(), true);
    }

    /** Counts the attempt before it is made. */
    private Optional<Attempt> attempt(UUID id) {
        return jdbi.withHandle(handle -> handle.registerRowMapper(ConstructorMapper.factory(Attempt.class))
                .createQuery("""
                        update outbox set attempts = attempts + 1 where id = :id and acknowledged_at is null
                        returning id, destination, kind, operation_id, body, attempts""")
                .bind("id", id)
                .mapTo(Attempt.class)
                .findOne());
    }

    private record Attempt(UUID id, String destination, String kind, UUID operationId, String body, int attempts) {
        Message message() {
            return new Message(id, destination, kind, operationId, body);
        }
    }
}
