package dev.samekey.defects.mismatch;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.IdempotencyRecord;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The refusal of another payload tells the outcome of the first. */
final class MismatchLeaksFirstBody extends Defect {
    MismatchLeaksFirstBody() {
        super(
                "mismatch-leaks-first-body",
                "MIS-7",
                "",
                "The refusal of another payload tells the outcome of the first.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            Decision decision = guard.run(request, operation);
            return decision.outcome() == Outcome.CONFLICT
                    ? composed.get(Part.RECORDS)
                            .find(request)
                            .map(known -> decision.withAnswer(leaking(decision.answer(), known, composed)))
                            .orElse(decision)
                    : decision;
        });
    }

    private static Answer leaking(Answer refusal, IdempotencyRecord known, Parts parts) {
        Answer first = known.answer();
        if (first == null) {
            return refusal;
        }
        ObjectNode document = parts.base().json().read(refusal.body(), ObjectNode.class);
        document.put("first", first.body());
        return Answers.withBody(refusal, parts.base().json().write(document));
    }
}
