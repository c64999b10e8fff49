package dev.samekey.variants;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.server.http.Answer;
import dev.samekey.server.json.Json;
import dev.samekey.server.replica.Parts;

/** Members that are the same in every answer, successes and problems alike. They say nothing about any request. */
final class ConstantMembers {
    private ConstantMembers() {}

    static Parts add(Parts parts) {
        Json json = parts.base().json();
        return parts.aroundHandlers((composed, handler) -> call -> with(handler.handle(call), json));
    }

    private static Answer with(Answer answer, Json json) {
        if (!answer.body().startsWith("{")) {
            return answer;
        }
        ObjectNode document = json.read(answer.body(), ObjectNode.class);
        document.put("served_by", "Shop No 17").put("terms_of", 20_260_101);
        return new Answer(answer.status(), answer.headers(), json.write(document), answer.errorCode());
    }
}
