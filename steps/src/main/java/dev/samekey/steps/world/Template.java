package dev.samekey.steps.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.http.Header;
import dev.samekey.steps.http.Request;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.verdict.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Fills {@code ${name}} in texts and JSON trees. A member that is nothing but a name takes the value's own type. */
record Template(Map<String, JsonNode> values) {
    private static final String ETAG = ".etag";
    private static final Pattern NAME = Pattern.compile("\\$\\{([^}]*)}");

    /** The request that a form of the target file makes, after some headers that it has anyway. */
    Request request(Operation.Template form, List<Header> before) {
        List<Header> headers = new ArrayList<>(before);
        if (form.headers() != null) {
            form.headers().forEach((name, value) -> headers.add(new Header(name, fill(value))));
        }
        Request request = new Request(form.method(), fill(form.path()), headers, null);
        if (form.body() == null) {
            return request;
        }
        Request typed =
                request.header("Content-Type").isPresent() ? request : request.with("Content-Type", "application/json");
        return Bodies.write(typed, fill(form.body()));
    }

    String fill(String text) {
        return NAME.matcher(text)
                .replaceAll(
                        found -> Matcher.quoteReplacement(value(found.group(1)).asText()));
    }

    JsonNode fill(JsonNode node) {
        JsonNodeFactory nodes = JsonNodeFactory.instance;
        if (node instanceof ObjectNode object) {
            ObjectNode copy = nodes.objectNode();
            object.properties().forEach(member -> copy.set(member.getKey(), fill(member.getValue())));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = nodes.arrayNode();
            array.forEach(item -> copy.add(fill(item)));
            return copy;
        }
        if (!node.isTextual()) {
            return node;
        }
        Matcher whole = NAME.matcher(node.textValue());
        return whole.matches() ? value(whole.group(1)) : TextNode.valueOf(fill(node.textValue()));
    }

    private JsonNode value(String name) {
        JsonNode value = values.get(name);
        if (value == null && name.endsWith(ETAG)) {
            throw Judgement.inconclusive(
                    "the answer of the " + name.replace(ETAG, "") + " has no ETag, which ${" + name + "} stands for");
        }
        if (value == null) {
            throw new IllegalStateException("${" + name + "} has no value here, known: " + values.keySet());
        }
        return value;
    }
}
