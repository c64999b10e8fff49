package dev.samekey.defects.concurrency;

import dev.samekey.defects.common.Answers;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.http.Handler;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Only the replica where an operation is in progress says when to return. */
final class InProgressElsewhere extends Defect {
    private static final String KEY = "Idempotency-Key";

    InProgressElsewhere() {
        super(
                "in-progress-elsewhere-without-retry-after",
                "CON-3",
                "CON-2 CON-5 CON-7 CON-10 CON-11 MIS-8 TTL-7",
                "A replica that refuses what another one is doing does not say when to return.");
    }

    @Override
    public Parts apply(Parts parts) {
        Set<String> mine = ConcurrentHashMap.newKeySet();
        String elsewhere =
                parts.get(Part.PROBLEMS).render(Fault.IN_PROGRESS, "").errorCode();
        return parts.aroundHandlers(
                (composed, handler) -> call -> answer(call, handler, mine, String.valueOf(elsewhere)));
    }

    private static Answer answer(Call call, Handler handler, Set<String> mine, String inProgress) {
        String key = call.target() + " " + call.header(KEY);
        boolean isFirst = mine.add(key);
        try {
            Answer answer = handler.handle(call);
            return isFirst && inProgress.equals(answer.errorCode()) ? Answers.withoutRetryAfter(answer) : answer;
        } finally {
            if (isFirst) {
                mine.remove(key);
            }
        }
    }
}
