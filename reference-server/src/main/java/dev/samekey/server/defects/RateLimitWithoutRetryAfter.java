package dev.samekey.server.defects;

import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** A 429 does not say when to return. */
final class RateLimitWithoutRetryAfter extends NamedDefect {
    RateLimitWithoutRetryAfter() {
        super("429-without-retry-after", "ERR-3", "ERR-4 REV-1", "A 429 does not say when to return.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.PROBLEMS, (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            return fault == Fault.RATE_LIMITED ? Answers.withoutRetryAfter(answer) : answer;
        });
    }
}
