package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.replica.Parts;
import java.util.concurrent.atomic.AtomicBoolean;

/** Payments and what is booked are kept in memory, as a process that begins without them shows; only keys survive a restart. */
final class EffectsInMemory extends Defect {
    private static final String FORGET = "truncate payments, refunds, voids, ledger_entries cascade";

    private final AtomicBoolean isEmpty = new AtomicBoolean();

    EffectsInMemory() {
        super(
                "effects-in-memory",
                "STO-4",
                "STO-1 STO-2 STO-3 OBX-1 EVT-9 EXT-2 TTL-7",
                "Payments are kept in memory, and a restart forgets them; their keys and responses are kept.");
    }

    @Override
    public Parts apply(Parts parts) {
        if (isEmpty.compareAndSet(false, true)) {
            parts.base().jdbi().useHandle(handle -> handle.execute(FORGET));
        }
        return parts;
    }
}
