package dev.samekey.defects.error;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.Map;

/** An invalid request is refused with a page of HTML. */
final class HtmlErrorPage extends Defect {
    HtmlErrorPage() {
        super("html-error-page", "ERR-1", "KEY-8 ERR-2", "An invalid request is refused with a page of HTML.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.with(Part.PROBLEMS, (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            return fault == Fault.MEMBER_INVALID || fault == Fault.BODY_MALFORMED ? page(answer) : answer;
        });
    }

    private static Answer page(Answer problem) {
        return new Answer(
                problem.status(),
                Map.of("Content-Type", "text/html"),
                "<html><body><h1>Bad request</h1></body></html>",
                problem.errorCode());
    }
}
