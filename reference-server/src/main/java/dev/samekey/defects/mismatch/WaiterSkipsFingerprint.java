package dev.samekey.defects.mismatch;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** What has waited for an operation gets its outcome, whatever its own payload is. What comes later is compared. */
final class WaiterSkipsFingerprint extends Defect {
    WaiterSkipsFingerprint() {
        super(
                "waiter-skips-fingerprint",
                "MIS-8",
                "CON-5",
                "Another payload that has waited for the first request gets its outcome.");
    }

    @Override
    public Optional<String> dialect() {
        return Optional.of("charges");
    }

    @Override
    public Parts apply(Parts parts) {
        Map<String, KeyedRequest> running = new ConcurrentHashMap<>();
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            String use = request.scope() + " " + request.key();
            KeyedRequest first = running.putIfAbsent(use, request);
            if (first != null) {
                // It waits as long as the guard lets a duplicate of the first wait.
                var outcome = guard.run(first, operation);
                return outcome.outcome() == Outcome.IN_PROGRESS ? guard.run(request, operation) : outcome;
            }
            try {
                return guard.run(request, operation);
            } finally {
                running.remove(use, request);
            }
        });
    }
}
