package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Clauses;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.ForwardingRecordStore;
import dev.samekey.defects.common.RecordRow;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Claim;
import dev.samekey.server.idempotency.ClaimResult;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jdbi.v3.core.Handle;

/**
 * The record is looked up, and a given time later the key is claimed without another look. It measures the smallest
 * window that a race finds.
 */
final class CheckThenActWithin extends Defect {
    private static final Duration SPUN = Duration.ofMillis(1);

    private static final Pattern NAME = Pattern.compile("check-then-act-([0-9]{1,4}(?:\\.[0-9]{1,6})?)ms");

    private final Duration window;

    private CheckThenActWithin(String name, Duration window) {
        super(
                name,
                "CON-1",
                Clauses.RACES + " STO-8",
                "Between the look for a record and the claim lies a given time.");
        this.window = window;
    }

    /** The defect with the window that its name says, or nothing for any other name. */
    static Optional<Defect> named(String name) {
        Matcher window = NAME.matcher(name);
        return window.matches()
                ? Optional.of(new CheckThenActWithin(name, milliseconds(window.group(1))))
                : Optional.empty();
    }

    private static Duration milliseconds(String text) {
        return Duration.ofNanos(new BigDecimal(text).movePointRight(6).longValueExact());
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
