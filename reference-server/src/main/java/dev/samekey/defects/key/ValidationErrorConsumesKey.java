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
import org.jspecify.annotations.Nullable;

/** An invalid request is refused, and the refusal is kept as the outcome of its key. */
final class ValidationErrorConsumesKey extends Defect {
    ValidationErrorConsumesKey() {
        super(
                "validation-error-consumes-key",
                "KEY-8",
                "",
                "An invalid request is refused, and the refusal is kept as the outcome of its key.");
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

    private static void keep(Parts parts, @Nullable KeyedRequest request, Decision decision) {
        if (request != null) {
            new Kept(parts).outcome(request, State.FAILED, decision.answer());
        }
    }
}
