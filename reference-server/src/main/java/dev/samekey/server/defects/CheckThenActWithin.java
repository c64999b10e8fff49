package dev.samekey.server.defects;

import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import org.jdbi.v3.core.Handle;

/**
 * The record is looked up, and a given time later the key is claimed without another look. It measures the smallest
 * window that a race finds.
 */
final class CheckThenActWithin extends NamedDefect {
    private static final Duration SPUN = Duration.ofMillis(1);

    private final Duration window;

    CheckThenActWithin(String name, Duration window) {
        super(
                name,
                "CON-1",
                Clauses.RACES + " STO-8",
                "Between the look for a record and the claim lies a given time.");
        this.window = window;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.RECORDS, new ForwardingRecordStore(parts.get(Part.RECORDS)) {
            @Override
            public ClaimResult claim(KeyedRequest request) {
                if (find(request).isPresent()) {
                    return super.claim(request);
                }
                pass(window);
                return super.claim(request).match(ClaimResult::claimed, known -> ClaimResult.claimed(another(request)));
            }

            @Override
            public void complete(Handle transaction, Claim claim, State state, Answer answer) {
                new RecordRow(parts.base()).reopen(transaction, claim);
                super.complete(transaction, claim, state, answer);
            }
        });
    }

    private static Claim another(KeyedRequest request) {
        return new Claim(request, UUID.randomUUID(), UUID.randomUUID(), State.NONE);
    }

    /** Sleeps but for the end, for which a sleeping thread would wake too late. */
    private static void pass(Duration time) {
        long end = System.nanoTime() + time.toNanos();
        LockSupport.parkNanos(time.minus(SPUN).toNanos());
        while (System.nanoTime() < end) {
            Thread.onSpinWait();
        }
    }
}
