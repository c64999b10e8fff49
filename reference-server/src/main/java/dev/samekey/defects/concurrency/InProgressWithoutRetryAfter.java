package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** The in-progress answer does not say when to return. */
final class InProgressWithoutRetryAfter extends Defect {
    InProgressWithoutRetryAfter() {
        super(
                "in-progress-without-retry-after",
                "CON-3",
                "CON-2 CON-5 CON-7 CON-10 CON-11 MIS-8 TTL-7 REV-1",
                "The in-progress answer does not say when to return.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.PROBLEMS, (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            return fault == Fault.IN_PROGRESS ? Answers.withoutRetryAfter(answer) : answer;
        });
    }
}
