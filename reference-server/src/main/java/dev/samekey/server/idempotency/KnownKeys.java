package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Problems;

/** Answers a request whose key is known already; nothing is done for it. */
public final class KnownKeys {
    private final Duplicates duplicates;
    private final Recall recall;
    private final Replays replays;
    private final Problems problems;

    /** Judges duplicates, and brings back what their keys did. */
    public KnownKeys(Duplicates duplicates, Recall recall, Replays replays, Problems problems) {
        this.duplicates = duplicates;
        this.recall = recall;
        this.replays = replays;
        this.problems = problems;
    }

    Decision answer(IdempotencyRecord known, KeyedRequest request) {
        return switch (duplicates.judge(known, request)) {
            case MISMATCH ->
                refused(Outcome.CONFLICT, known, Fault.PAYLOAD_MISMATCH, "This key came with another payload before.");
            case IN_PROGRESS ->
                refused(
                        Outcome.IN_PROGRESS,
                        known,
                        Fault.IN_PROGRESS,
                        "The first request with this key is still running.");
            case EXPIRED ->
                refused(Outcome.REFUSED, known, Fault.KEY_EXPIRED, "This key was used before and has expired.");
            case REPLAY -> Decision.known(Outcome.REPLAYED, known, replays.again(recall.of(known, request)));
        };
    }

    private Decision refused(Outcome outcome, IdempotencyRecord known, Fault fault, String detail) {
        return Decision.known(outcome, known, problems.render(fault, detail));
    }
}
