package dev.samekey.server.idempotency;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Problems;
import dev.samekey.server.json.Json;
import org.jspecify.annotations.Nullable;

/**
 * Refuses to repeat what a key did, and may tell which resource that was. Where the operation failed there is none:
 * then the failure is the answer, as it was the first time (RPL-6).
 */
public final class RefusedReplay implements Recall {
    private final Problems problems;
    private final @Nullable String link;
    private final Json json;

    /** The link is a JSON pointer to where the refusal names the resource; without it the refusal does not. */
    public RefusedReplay(Problems problems, @Nullable String link, Json json) {
        this.problems = problems;
        this.link = link;
        this.json = json;
    }

    @Override
    public Answer of(IdempotencyRecord known, KeyedRequest request) {
        if (known.state() != State.COMPLETED) {
            return known.outcome();
        }
        Answer refusal = problems.render(Fault.KEY_REPLAYED, "The operation of this key has been done.");
        String id = id(known.outcome());
        return link == null || id == null ? refusal : refusal.withBody(json.put(refusal.body(), link, id));
    }

    private @Nullable String id(Answer outcome) {
        return outcome.body().isEmpty()
                ? null
                : json.parse(outcome.body()).path("id").textValue();
    }
}
