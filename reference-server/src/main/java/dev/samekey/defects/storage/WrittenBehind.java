package dev.samekey.defects.storage;

import dev.samekey.defects.common.KeyId;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimLostException;
import dev.samekey.server.idempotency.KeyedRequest;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.ConnectionException;

/** Writes that are kept in memory until they are due, or until somebody asks for what they write. */
final class WrittenBehind {
    private final Map<KeyId, Runnable> writes = new ConcurrentHashMap<>();
    private final Duration delay;

    WrittenBehind(Duration delay) {
        this.delay = delay;
    }

    void later(Claim claim, Runnable write) {
        KeyId key = KeyId.of(claim.request());
        writes.put(key, write);
        CompletableFuture.delayedExecutor(delay.toMillis(), TimeUnit.MILLISECONDS)
                .execute(() -> writeNow(key));
    }

    void writeNow(KeyedRequest request) {
        writeNow(KeyId.of(request));
    }

    private void writeNow(KeyId key) {
        writes.computeIfPresent(key, (same, write) -> {
            run(write);
            return null;
        });
    }

    private static void run(Runnable write) {
        try {
            write.run();
        } catch (ClaimLostException | ConnectionException tooLate) {
            // Taken over meanwhile, or the server was stopped: that is what writing behind comes to.
        }
    }
}
