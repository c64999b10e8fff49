package dev.samekey.defects.key;

import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.Kept;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.idempotency.Attempt;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.KeyedRequest;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.idempotency.State;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.security.Principal;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.ConnectionException;
import org.jspecify.annotations.Nullable;

/** An invalid request is refused, and the refusal is kept as the outcome of its key, for good or for a moment. */
final class ValidationErrorConsumesKey extends Defect {
    private final @Nullable Duration freed;

    private ValidationErrorConsumesKey(String name, String how, @Nullable Duration freed) {
        super(name, "KEY-8", "", how);
        this.freed = freed;
    }

    static ValidationErrorConsumesKey forGood() {
        return new ValidationErrorConsumesKey(
                "validation-error-consumes-key",
                "An invalid request is refused, and the refusal is kept as the outcome of its key.",
                null);
    }

    static ValidationErrorConsumesKey untilAfterTheResponse() {
        return new ValidationErrorConsumesKey(
                "validation-error-frees-key-late",
                "An invalid request is refused, and its key is free again only a moment after the response.",
                Duration.ofMillis(300));
    }

    @Override
    public Parts apply(Parts parts) {
        String invalid = parts.base().contract().refusal(Fault.MEMBER_INVALID).code();
        return parts.with(Part.METERS, (attempt, decision) -> {
            if (decision.outcome() == Outcome.REFUSED
                    && invalid.equals(decision.answer().errorCode())) {
                keep(parts, request(parts, attempt), decision);
            }
            parts.get(Part.METERS).decided(attempt, decision);
        });
    }

    private static @Nullable KeyedRequest request(Parts parts, Attempt attempt) {
        Principal principal = attempt.principal();
        String hash = attempt.payloadHash();
        return principal == null || hash == null || attempt.key() == null
                ? null
                : new KeyedRequest(
                        principal,
                        attempt.call(),
                        parts.get(Part.SCOPE).of(principal, attempt.call()),
                        parts.get(Part.KEYS).keyOf(attempt.call()),
                        hash);
    }

    private void keep(Parts parts, @Nullable KeyedRequest request, Decision decision) {
        if (request == null) {
            return;
        }
        new Kept(parts).outcome(request, State.FAILED, decision.answer());
        if (freed != null) {
            CompletableFuture.delayedExecutor(freed.toMillis(), TimeUnit.MILLISECONDS)
                    .execute(() -> free(parts, request));
        }
    }

    private static void free(Parts parts, KeyedRequest request) {
        try {
            parts.base()
                    .jdbi()
                    .useHandle(handle -> handle.createUpdate(
                                    "delete from idempotency_records where scope = :scope and key = :key and state = 'failed'")
                            .bindMethods(request)
                            .execute());
        } catch (ConnectionException stopped) {
            // The server was stopped, and the key stays as it is.
        }
    }
}
