package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Optional;

/** The in-progress answer says when to return in a legal form, and another time than the contract does. */
final class RetryAfterBeyondContract extends Defect {
    RetryAfterBeyondContract() {
        super(
                "retry-after-beyond-contract",
                "CON-3",
                "",
                "The in-progress answer asks to return in an hour, whatever the contract says.");
    }

    @Override
    public Optional<String> dialect() {
        return Optional.of("harbor-point");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.PROBLEMS, (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            return fault == Fault.IN_PROGRESS ? answer.with("Retry-After", "3600") : answer;
        });
    }
}
