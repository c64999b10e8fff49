package dev.samekey.defects.error;

import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** An answer that turns a caller away for now does not say when to return. */
final class RefusalWithoutRetryAfter extends Defect {
    private final Fault silent;

    /** The defect for one fault, and the status that it is told by. */
    RefusalWithoutRetryAfter(Fault silent, int status) {
        super(status + "-without-retry-after", "ERR-3", "ERR-4 REV-1", "A " + status + " does not say when to return.");
        this.silent = silent;
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.PROBLEMS, (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            return fault == silent ? Answers.withoutRetryAfter(answer) : answer;
        });
    }
}
