package dev.samekey.defects.outbox;

import dev.samekey.defects.common.Couriers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.outbox.Message;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * The relay remembers how far it is by when an operation began. One that is still in progress when a later one is sent is behind
 * that, and its message never leaves.
 */
final class RelayPassesSlowOperation extends Defect {
    /** The relay looks back so far, so that only what is slow is lost. */
    private static final Duration LOOKS_BACK = Duration.ofMillis(500);

    private static final String BEGUN = "select claimed_at from idempotency_records where operation_id = ?";

    private final Set<UUID> seen = new HashSet<>();
    private Instant cursor = Instant.EPOCH;

    RelayPassesSlowOperation() {
        super(
                "relay-passes-slow-operation",
                "OBX-2",
                "OBX-1",
                "The relay goes on from where the newest operation began: the message of one that ends later never leaves.");
    }

    @Override
    public Parts apply(Parts parts) {
        return Couriers.each(parts, courier -> message -> {
            if (isSeen(message, begun(parts, message))) {
                courier.deliver(message);
            }
        });
    }

    private synchronized boolean isSeen(Message message, Instant begun) {
        if (begun.plus(LOOKS_BACK).isBefore(cursor) && !seen.contains(message.id())) {
            return false;
        }
        seen.add(message.id());
        cursor = begun.isAfter(cursor) ? begun : cursor;
        return true;
    }

    /** When the operation of a message began: when its key was claimed. One without a key counts as begun now. */
    private static Instant begun(Parts parts, Message message) {
        Optional<Instant> claimed = parts.base()
                .jdbi()
                .withHandle(handle -> handle.select(BEGUN, message.operationId())
                        .mapTo(Instant.class)
                        .findFirst());
        return claimed.orElseGet(parts.base().clock()::instant);
    }
}
