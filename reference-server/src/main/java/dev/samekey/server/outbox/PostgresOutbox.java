package dev.samekey.server.outbox;

import dev.samekey.server.scheduling.Errand;
import java.time.Clock;
import java.time.Instant;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/** An outbox in a table, with an errand for each message that somebody is there to get. */
public final class PostgresOutbox implements Outbox {
    private static final String INSERT = """
            insert into outbox (id, destination, kind, operation_id, body, created_at)
            values (:id, :destination, :kind, :operationId, :body, :now)
            on conflict (id) do nothing""";

    private final Set<String> reachable;
    private final Clock clock;

    /** Messages to other destinations than those that can be reached are kept, and not delivered. */
    public PostgresOutbox(Set<String> reachable, Clock clock) {
        this.reachable = Set.copyOf(reachable);
        this.clock = clock;
    }

    @Override
    public void put(Handle transaction, Message message) {
        Instant now = clock.instant();
        transaction.createUpdate(INSERT).bindMethods(message).bind("now", now).execute();
        if (reachable.contains(message.destination())) {
            new Errand(Relay.TASK, message.id().toString(), now).write(transaction);
        }
    }
}
