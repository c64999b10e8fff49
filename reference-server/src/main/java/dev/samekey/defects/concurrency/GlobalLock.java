package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.replica.Parts;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** One operation at a time does its slow part, whatever its key. */
final class GlobalLock extends Defect {
    private final Lock lock = new ReentrantLock();

    GlobalLock() {
        super("global-lock", "CON-6", "", "One operation at a time does its slow part, whatever its key.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) ->
                (request, operation) -> guard.run(request, operationId -> alone(operation, operationId)));
    }

    private Effect alone(Operation operation, UUID operationId) {
        lock.lock();
        try {
            return operation.prepare(operationId);
        } finally {
            lock.unlock();
        }
    }
}
