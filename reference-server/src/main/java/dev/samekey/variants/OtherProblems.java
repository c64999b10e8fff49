package dev.samekey.variants;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.contract.Fault;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.Problems;
import dev.samekey.server.json.Json;
import dev.samekey.server.replica.Part;
import dev.samekey.server.replica.Parts;
import java.util.UUID;
import java.util.function.Consumer;

/** Problem documents that say more, or the same in another way. */
final class OtherProblems {
    private static final int TOO_EARLY = 425;

    private OtherProblems() {}

    static Problems tooEarly(Parts parts) {
        return (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            return fault == Fault.IN_PROGRESS ? tooEarly(answer, parts.base().json()) : answer;
        };
    }

    static Problems talkative(Parts parts) {
        return (fault, detail) -> changed(
                parts.get(Part.PROBLEMS).render(fault, detail),
                parts.base().json(),
                document -> document.put("instance", "urn:uuid:" + UUID.randomUUID())
                        .put("trace_id", UUID.randomUUID().toString())
                        .putObject("support")
                        .put("opens", "08:00"));
    }

    static Problems dated(Parts parts) {
        return (fault, detail) -> {
            Answer answer = parts.get(Part.PROBLEMS).render(fault, detail);
            String seconds = answer.headers().get("Retry-After");
            return seconds == null
                    ? answer
                    : answer.with("Retry-After", OtherHeaders.httpDate(Long.parseLong(seconds)));
        };
    }

    private static Answer tooEarly(Answer answer, Json json) {
        Answer told = changed(answer, json, document -> {
            if (document.has("status")) {
                document.put("status", TOO_EARLY);
            }
        });
        return new Answer(TOO_EARLY, told.headers(), told.body(), told.errorCode());
    }

    private static Answer changed(Answer answer, Json json, Consumer<ObjectNode> change) {
        ObjectNode document = json.read(answer.body(), ObjectNode.class);
        change.accept(document);
        return new Answer(answer.status(), answer.headers(), json.write(document), answer.errorCode());
    }
}
