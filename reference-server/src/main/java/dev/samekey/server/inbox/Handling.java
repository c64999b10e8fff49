package dev.samekey.server.inbox;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.mapper.reflect.ConstructorMapper;

/** How far one handler is with one event. */
record Handling(
        UUID id, String source, String eventId, String handler, State state, int attempts, Instant nextAttemptAt) {
    private static final String SELECT =
            "select id, source, event_id, handler, state, attempts, next_attempt_at from inbox_handlings where ";

    /** Where it stands; DEAD is for those whose last attempt has failed. */
    enum State {
        PENDING,
        DONE,
        DEAD
    }

    /** Nothing where the event was there before the handler, or before handlers were told apart. */
    static Optional<Handling> of(Handle handle, Event event, String handler) {
        return handle.registerRowMapper(ConstructorMapper.factory(Handling.class))
                .select(SELECT + "source = ? and event_id = ? and handler = ?", event.source(), event.id(), handler)
                .mapTo(Handling.class)
                .findOne();
    }

    static Handling of(Handle handle, UUID id) {
        return handle.registerRowMapper(ConstructorMapper.factory(Handling.class))
                .select(SELECT + "id = ?", id)
                .mapTo(Handling.class)
                .one();
    }

    /** As it stands now, and as nobody else can change it until the transaction ends. */
    Handling locked(Handle transaction) {
        return transaction
                .registerRowMapper(ConstructorMapper.factory(Handling.class))
                .select(SELECT + "id = ? for update", id)
                .mapTo(Handling.class)
                .one();
    }

    boolean isPending() {
        return state == State.PENDING;
    }
}
