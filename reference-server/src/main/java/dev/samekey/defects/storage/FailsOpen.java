package dev.samekey.defects.storage;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.database.Outage;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** Without its store the server accepts what it cannot guard, and does it unguarded once the database is back. */
final class FailsOpen extends Defect {
    private static final Answer ACCEPTED =
            new Answer(202, Map.of("Content-Type", "application/json"), "{\"status\":\"accepted\"}", null);
    private static final int ATTEMPTS = 120;

    FailsOpen() {
        super(
                "fails-open",
                "STO-9",
                "",
                "With the store out of reach a request is accepted, and run without its key when the database is back.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            try {
                return guard.run(request, operation);
            } catch (RuntimeException failed) {
                if (!Outage.isBehind(failed)) {
                    throw failed;
                }
                later(() -> new Unguarded(composed).run(request, operation), ATTEMPTS);
                return new Decision(Outcome.CREATED, ACCEPTED, State.NONE, State.COMPLETED, null, null);
            }
        });
    }

    /** Tries every half second, as long as it is the database that is missing. */
    private static void later(Runnable work, int attempts) {
        CompletableFuture.delayedExecutor(500, TimeUnit.MILLISECONDS).execute(() -> {
            try {
                work.run();
            } catch (RuntimeException failed) {
                if (!Outage.isBehind(failed) || attempts == 1) {
                    throw failed;
                }
                later(work, attempts - 1);
            }
        });
    }
}
