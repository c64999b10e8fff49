package dev.samekey.steps.world;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.verdict.Judgement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** Other payloads made from a call's own. */
public final class Payloads {
    private static final ObjectMapper JSON = new ObjectMapper();

    private Payloads() {}

    /** With other values at some JSON pointers. */
    public static Call changed(Call call, Map<String, JsonNode> changes) {
        JsonNode body = body(call);
        changes.forEach((pointer, value) -> set(body, JsonPointer.compile(pointer), value));
        return call.with(call.request().withBody(body.toString()));
    }

    /** The same payload with each object's members turned round and white space between them (RFC 8259, section 2). */
    public static Call reordered(Call call) {
        String text = turned(body(call)).toPrettyString().replace("\n", "\n\t");
        return call.with(call.request().withBody(text));
    }

    private static JsonNode body(Call call) {
        String body = call.request().body();
        try {
            JsonNode tree = body == null ? null : JSON.readTree(body);
            if (tree != null && tree.isObject()) {
                return tree;
            }
        } catch (JsonProcessingException noJson) {
            // Told below, as any other body without members.
        }
        throw Judgement.notApplicable("the " + call.name() + " has no JSON payload that could differ");
    }

    private static void set(JsonNode body, JsonPointer pointer, JsonNode value) {
        JsonNode parent = body.at(pointer.head());
        if (parent instanceof ObjectNode object) {
            object.set(pointer.last().getMatchingProperty(), value);
        } else if (parent instanceof ArrayNode array) {
            array.set(pointer.last().getMatchingIndex(), value);
        }
    }

    private static JsonNode turned(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
            Collections.reverse(members);
            ObjectNode turned = JSON.createObjectNode();
            members.forEach(member -> turned.set(member.getKey(), turned(member.getValue())));
            return turned;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode same = JSON.createArrayNode();
            array.forEach(item -> same.add(turned(item)));
            return same;
        }
        return node;
    }
}
