package dev.samekey.steps.drive.downstream;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.file.Placeholders;
import java.util.Map;

/** The response of a counterpart: {@code ${id}}, {@code ${result}} and {@code ${/pointer}} into the call are filled in. */
final class Reply {
    private Reply() {}

    /** What was done, for the call that asked for it. */
    static JsonNode result(JsonNode form, String id, Incoming call) {
        return new Placeholders(name -> name.equals("id")
                        ? TextNode.valueOf(id)
                        : call.payload().at(name))
                .fill(form);
    }

    /** That it was done before, with the result that there is. */
    static JsonNode duplicate(JsonNode form, Act act) {
        Map<String, JsonNode> known = Map.of("id", TextNode.valueOf(act.id()), "result", act.result());
        return new Placeholders(name -> known.getOrDefault(name, TextNode.valueOf(""))).fill(form);
    }
}
