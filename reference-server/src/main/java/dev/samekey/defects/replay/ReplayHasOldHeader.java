package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.json.Digest;
import dev.samekey.server.replica.Parts;
import java.util.function.UnaryOperator;

/** A header that belongs to one response is kept with the outcome: each response to a request has that of the first one. */
final class ReplayHasOldHeader extends Defect {
    private final String header;
    private final UnaryOperator<String> value;

    private ReplayHasOldHeader(String name, String clause, String how, String header, UnaryOperator<String> value) {
        super(name, clause, "", how);
        this.header = header;
        this.value = value;
    }

    static Defect cookie() {
        return new ReplayHasOldHeader(
                "replay-sets-old-cookie",
                "RPL-14",
                "A replay sets the session cookie of the first response again.",
                "Set-Cookie",
                one -> "session=" + one + "; HttpOnly; SameSite=Strict");
    }

    static Defect requestId() {
        return new ReplayHasOldHeader(
                "replay-has-old-request-id",
                "RPL-15",
                "A replay has the request id of the first response.",
                "X-Request-Id",
                one -> one);
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers((composed, handler) -> call -> withHeader(handler.handle(call)));
    }

    /** The body of a response tells its outcome from every other. */
    private Answer withHeader(Answer answer) {
        return answer.with(header, value.apply(Digest.sha256(answer.body())));
    }
}
