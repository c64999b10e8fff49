package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** A lock in memory keeps duplicates apart within one replica, and nothing does so across two. */
final class InProcessMutex extends Defect {
    InProcessMutex() {
        super(
                "in-process-mutex",
                "CON-7",
                Clauses.RACES + " STO-6 STO-8",
                "A lock in memory keeps duplicates apart within one replica, and nothing does so across two.");
    }

    @Override
    public Parts apply(Parts parts) {
        Map<KeyId, KeyedRequest> running = new ConcurrentHashMap<>();
        return parts.with(Part.RECORDS, new CheckThenActStore(parts))
                .aroundGuard((composed, guard) -> (request, operation) -> {
                    KeyedRequest first = running.putIfAbsent(KeyId.of(request), request);
                    if (first != null) {
                        return busy(parts, first).run(request, operation);
                    }
                    try {
                        return guard.run(request, operation);
                    } finally {
                        running.remove(KeyId.of(request));
                    }
                });
    }

    /** A guard that finds the first request still running. */
    private static Guard busy(Parts parts, KeyedRequest first) {
        IdempotencyRecord record = new IdempotencyRecord(
                first.payloadHash(),
                State.IN_PROGRESS,
                UUID.randomUUID(),
                null,
                parts.base().clock().instant());
        return parts.get(Part.GUARD).apply(parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                return ClaimResult.known(record);
            }
        }));
    }
}
