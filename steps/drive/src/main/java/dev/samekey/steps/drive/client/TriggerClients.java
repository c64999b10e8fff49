package dev.samekey.steps.drive.client;

import dev.samekey.steps.drive.http.Wire;
import java.time.Duration;
import java.util.Map;

/**
 * A client under test inside an application, which cannot be pointed to another URL: it always calls the same port. A trigger makes
 * it do each operation.
 */
public final class TriggerClients implements Clients {
    private final Map<String, Trigger> triggers;
    private final boolean reportsOutcome;
    private final Wire wire;
    private final Duration limit;

    /**
     * A client for these triggers.
     *
     * @param triggers by operation
     * @param reportsOutcome whether the answer of a trigger says how the operation ended; otherwise that is unknown
     * @param wire to the application; its limit is for an operation with all its attempts
     * @param limit for a command
     */
    public TriggerClients(Map<String, Trigger> triggers, boolean reportsOutcome, Wire wire, Duration limit) {
        this.triggers = Map.copyOf(triggers);
        this.reportsOutcome = reportsOutcome;
        this.wire = wire;
        this.limit = limit;
    }

    @Override
    public Client open(Session session) {
        return new TriggerClient(triggers, reportsOutcome, wire, limit, session);
    }

    @Override
    public boolean isShared() {
        return true;
    }
}
