package dev.samekey.server.defects;

import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Another payload that comes while the first one is running is run too. */
final class MismatchRunsInProgress extends NamedDefect {
    private final Duration window;

    private MismatchRunsInProgress(String name, String clause, String follows, String how, Duration window) {
        super(name, clause, follows, how);
        this.window = window;
    }

    static NamedDefect always() {
        return new MismatchRunsInProgress(
                "mismatch-unchecked-in-progress",
                "MIS-8",
                "CON-5 OBS-2 OBS-3",
                "Another payload that comes while the first one is running is run too.",
                Duration.ofDays(1));
    }

    static NamedDefect racing() {
        return new MismatchRunsInProgress(
                "race-mismatch-executes",
                "CON-5",
                "MIS-8 OBS-2 OBS-3",
                "Another payload that comes within a tenth of a second of the first one is run too.",
                Duration.ofMillis(100));
    }

    @Override
    public Parts apply(Parts parts) {
        return around(parts, (composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            boolean runs = decision.outcome() == Outcome.CONFLICT
                    && decision.from() == State.IN_PROGRESS
                    && isWithin(decision.firstClaimedAt(), composed);
            return runs ? accept(composed, request, operation) : decision;
        });
    }

    private boolean isWithin(@Nullable Instant claimedAt, Parts parts) {
        return claimedAt != null
                && claimedAt.plus(window).isAfter(parts.base().clock().instant());
    }

    private static Decision accept(Parts parts, KeyedRequest request, Operation operation) {
        Decision accepted = new Unguarded(parts).run(request, operation);
        return accepted.withAnswer(parts.get(Part.REPLAYS).first(accepted.answer()));
    }
}
