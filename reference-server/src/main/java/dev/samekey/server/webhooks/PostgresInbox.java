package dev.samekey.server.webhooks;

import dev.samekey.server.webhooks.Delivery.Result;
import java.time.Clock;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** An inbox table whose primary key decides which of several deliveries is handled (EVT-1, EVT-3). */
public final class PostgresInbox implements Inbox {
    private static final String INSERT = """
            insert into inbox (source, event_id, payload_hash, received_at)
            values (:source, :id, :payloadHash, :now) on conflict do nothing""";

    private static final String FINISH = """
            update inbox set processed_at = :now, result = 'processed'
            where source = :source and event_id = :id""";

    private final Jdbi jdbi;
    private final Clock clock;

    /** An inbox in this database. */
    public PostgresInbox(Jdbi jdbi, Clock clock) {
        this.jdbi = jdbi;
        this.clock = clock;
    }

    @Override
    public Result receive(Event event, EventHandler handler) {
        // This look only saves the slow part; the one that decides is the insert below.
        if (jdbi.withHandle(handle -> isKnown(handle, event))) {
            return Result.DUPLICATE;
        }
        handler.prepare(event);
        return jdbi.inTransaction(tx -> {
            // The row comes before the effect (EVT-9), and makes an overlapping delivery wait for this transaction.
            if (!insert(tx, event)) {
                return Result.DUPLICATE;
            }
            handler.handle(tx, event);
            finish(tx, event);
            return Result.PROCESSED;
        });
    }

    private static boolean isKnown(Handle handle, Event event) {
        return handle.select("select 1 from inbox where source = ? and event_id = ?", event.source(), event.id())
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    private boolean insert(Handle tx, Event event) {
        return tx.createUpdate(INSERT)
                        .bindMethods(event)
                        .bind("now", clock.instant())
                        .execute()
                == 1;
    }

    private void finish(Handle tx, Event event) {
        tx.createUpdate(FINISH).bindMethods(event).bind("now", clock.instant()).execute();
    }
}
