package dev.samekey.defects.interaction;

import dev.samekey.defects.common.Unguarded;
import dev.samekey.server.http.Answer;
import dev.samekey.server.idempotency.Decision;
import dev.samekey.server.idempotency.Operation;
import dev.samekey.server.idempotency.Outcome;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Parts;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What goes wrong where the conditions meet. */
enum Harm {
    REPLAY_HAS_ANOTHER_STATUS("RPL-1", "a replay has the status 202") {
        @Override
        Decision on(Decision decision, Arrival arrival, Operation operation, Parts parts) {
            return replayed(decision, answer -> answer.withStatus(202));
        }
    },
    REPLAY_LOSES_ITS_BODY("RPL-2", "a replay loses its body") {
        @Override
        Decision on(Decision decision, Arrival arrival, Operation operation, Parts parts) {
            return replayed(decision, answer -> answer.withBody(""));
        }
    },
    REPLAY_IS_UNMARKED("RPL-3", "a replay has no mark") {
        @Override
        Decision on(Decision decision, Arrival arrival, Operation operation, Parts parts) {
            return replayed(decision, answer -> without(answer, "Idempotency-Status"));
        }
    },
    REPLAY_EXECUTES("RPL-4", "a replay executes the operation again") {
        @Override
        Decision on(Decision decision, Arrival arrival, Operation operation, Parts parts) {
            if (decision.outcome() == Outcome.REPLAYED) {
                new Unguarded(parts).run(arrival.request(), operation);
            }
            return decision;
        }
    },
    REPLAY_LOSES_ITS_TYPE("RPL-7", "a replay loses its content type") {
        @Override
        Decision on(Decision decision, Arrival arrival, Operation operation, Parts parts) {
            return replayed(decision, answer -> without(answer, "Content-Type"));
        }
    },
    MISMATCH_EXECUTES("MIS-1", "another payload under a key is executed") {
        @Override
        Decision on(Decision decision, Arrival arrival, Operation operation, Parts parts) {
            return decision.outcome() == Outcome.CONFLICT
                    ? new Unguarded(parts).run(arrival.request(), operation)
                    : decision;
        }
    },
    SPELLING_COUNTS("MIS-3", "the order of the members counts") {
        @Override
        String fingerprint(Arrival arrival) {
            return Digest.sha256(new String(arrival.body(), StandardCharsets.UTF_8));
        }
    };

    private final String clause;
    private final String what;

    Harm(String clause, String what) {
        this.clause = clause;
        this.what = what;
    }

    String clause() {
        return clause;
    }

    String what() {
        return what;
    }

    Decision on(Decision decision, Arrival arrival, Operation operation, Parts parts) {
        return decision;
    }

    String fingerprint(Arrival arrival) {
        return arrival.request().payloadHash();
    }

    private static Decision replayed(Decision decision, UnaryOperator<Answer> change) {
        return decision.outcome() == Outcome.REPLAYED ? decision.withAnswer(change.apply(decision.answer())) : decision;
    }

    private static Answer without(Answer answer, String header) {
        Map<String, String> fewer = new HashMap<>(answer.headers());
        fewer.remove(header);
        return new Answer(answer.status(), fewer, answer.body(), answer.errorCode());
    }
}
