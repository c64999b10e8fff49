package dev.samekey.defects.storage;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.defects.common.KeyId;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.json.Json;
import dev.samekey.server.replica.Foundation;
import dev.samekey.server.replica.Parts;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;

/** An outcome that a crash kept from its caller is written anew, and names a resource that does not exist. */
final class UnseenOutcomeAnew extends Defect {
    private static final String TABLE = "create table if not exists given_outcomes (operation_id uuid primary key)";

    private final Map<KeyId, Integer> running = new ConcurrentHashMap<>();

    UnseenOutcomeAnew() {
        super(
                "unseen-outcome-anew",
                "STO-2",
                "",
                "An outcome that a crash kept from its caller is written anew, and names a resource that does not exist.");
    }

    @Override
    public Parts apply(Parts parts) {
        Foundation base = parts.base();
        base.jdbi().useHandle(handle -> handle.execute(TABLE));
        return parts.aroundGuard((composed, guard) -> (request, operation) -> {
            KeyId key = KeyId.of(request);
            running.merge(key, 1, Integer::sum);
            try {
                Decision decision = guard.run(request, operation);
                // Who runs beside it may have the outcome in its hands.
                boolean isAlone = running.getOrDefault(key, 1) == 1;
                return given(decision, base, isAlone);
            } finally {
                running.computeIfPresent(key, (same, count) -> count == 1 ? null : count - 1);
            }
        });
    }

    private static Decision given(Decision decision, Foundation base, boolean isAlone) {
        UUID operationId = decision.operationId();
        if (operationId == null) {
            return decision;
        }
        boolean isUnseen = 1
                == base.jdbi()
                        .withHandle(handle -> handle.execute(
                                "insert into given_outcomes values (?) on conflict do nothing", operationId));
        return isUnseen && isAlone && decision.outcome() == Outcome.REPLAYED
                ? decision.withAnswer(anew(decision.answer(), base.json()))
                : decision;
    }

    private static Answer anew(Answer stored, Json json) {
        if (stored.body().isEmpty()) {
            return stored;
        }
        ObjectNode document = json.read(stored.body(), ObjectNode.class);
        if (document.has("id")) {
            document.put("id", UUID.randomUUID().toString());
        }
        return Answers.withBody(stored, json.write(document));
    }
}
