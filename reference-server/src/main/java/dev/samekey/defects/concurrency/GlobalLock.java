package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Call;
import dev.samekey.server.idempotency.Effect;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.sandbox.Pause;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Predicate;

/** One operation at a time does its slow part, whatever its key. */
final class GlobalLock extends Defect {
    private final Lock lock = new ReentrantLock();
    private final Duration atLeast;
    private final Predicate<Call> locked;

    private GlobalLock(String name, String how, Duration atLeast, Predicate<Call> locked) {
        super(name, "CON-6", "SCP-1 SCP-4", how);
        this.atLeast = atLeast;
        this.locked = locked;
    }

    static Defect ofUsualOperations() {
        return new GlobalLock(
                "global-lock",
                "One operation at a time does its slow part, whatever its key.",
                Duration.ZERO,
                call -> true);
    }

    static Defect ofSlowPayments() {
        return new GlobalLock(
                "global-lock-of-slow-payments",
                "One payment at a time does its slow part, and each takes as long as a slow one.",
                Duration.ofMillis(1500),
                call -> call.route().equals("/payments"));
    }

    /** A pause wherever its lock is held. */
    @Override
    public boolean isSlow() {
        return !atLeast.isZero();
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> guard.run(
                request, locked.test(request.call()) ? operationId -> alone(operation, operationId) : operation));
    }

    private Effect alone(Operation operation, UUID operationId) {
        lock.lock();
        long end = System.nanoTime() + atLeast.toNanos();
        try {
            return operation.prepare(operationId);
        } finally {
            Pause.of(Duration.ofNanos(Math.max(0, end - System.nanoTime())));
            lock.unlock();
        }
    }
}
