package dev.samekey.defects.error;

import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;

/** Invalid and declined requests are told with status 500 and the right code. */
final class AllErrors500 extends Defect {
    AllErrors500() {
        super(
                "all-errors-500",
                "ERR-2",
                "RPL-6 KEY-8 MIS-1 MIS-6 MIS-10 TTL-2 ERR-1 OBS-7",
                "Invalid and declined requests are told with status 500 and the right code.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.PROBLEMS, (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            return fault == Fault.MEMBER_INVALID || fault == Fault.INSUFFICIENT_FUNDS
                    ? Answers.withStatus(answer, 500)
                    : answer;
        });
    }
}
