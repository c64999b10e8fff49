package dev.samekey.defects.replay;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Call;
import dev.samekey.server.replica.Parts;
import java.util.HashMap;
import java.util.Map;

/** A header of the answer that the client sent too is given back as the client sent it. */
final class ClientHeaderForgesReplay extends Defect {
    ClientHeaderForgesReplay() {
        super(
                "client-header-forges-replay",
                "RPL-12",
                "",
                "A header of the answer that the client sent too is given back as the client sent it.");
    }

    @Override
    public Parts apply(Parts parts) {
        return parts.aroundHandlers((composed, handler) -> call -> forged(handler.handle(call), call));
    }

    private static Answer forged(Answer answer, Call call) {
        Map<String, String> headers = new HashMap<>(answer.headers());
        // A content type describes the body of its own message, and is no claim about the answer.
        headers.keySet().removeIf(name -> name.equals("Content-Type") || call.header(name) == null);
        headers.replaceAll((name, value) -> String.join(", ", call.headerValues(name)));
        return answer.with(headers);
    }
}
