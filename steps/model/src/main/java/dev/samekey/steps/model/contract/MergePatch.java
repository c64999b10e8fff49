package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** JSON Merge Patch (RFC 7396): members of the patch win, and null takes one away. */
public final class MergePatch {
    private MergePatch() {}

    /** The base with the patch in it; neither changes. */
    public static JsonNode apply(JsonNode base, JsonNode patch) {
        if (!patch.isObject()) {
            return patch;
        }
        ObjectNode result = base.isObject() ? base.deepCopy() : JsonNodeFactory.instance.objectNode();
        patch.properties().forEach(member -> {
            if (member.getValue().isNull()) {
                result.remove(member.getKey());
            } else {
                result.set(member.getKey(), apply(result.path(member.getKey()), member.getValue()));
            }
        });
        return result;
    }
}
