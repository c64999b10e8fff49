package dev.samekey.steps.drive.service;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.file.Placeholders;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** What a service says, in the words of a dialect. */
final class ServiceResponses {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final JsonPointer CODE = JsonPointer.compile("/code");
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String PROBLEM = "application/problem+json";
    private static final int CONFLICT = 409;
    private static final int UNPROCESSABLE = 422;

    private final Contract contract;

    ServiceResponses(Contract contract) {
        this.contract = contract;
    }

    /** The answer for an effect: {@code ${id}} and {@code ${/pointer}} into the request are filled in. */
    static Answer filled(Answer form, String id, ServiceRequest request) {
        Placeholders values = new Placeholders(name -> name.equals("id")
                ? TextNode.valueOf(id)
                : name.startsWith("/") ? request.payload().at(name) : TextNode.valueOf("${" + name + "}"));
        List<Header> headers = new ArrayList<>();
        form.headers().forEach(header -> headers.add(new Header(header.name(), values.fill(header.value()))));
        JsonNode tree = tree(form.body());
        if (form.header(CONTENT_TYPE).isEmpty() && !form.body().isEmpty()) {
            headers.add(new Header(CONTENT_TYPE, tree == null ? "text/plain" : "application/json"));
        }
        return new Answer(
                form.status(),
                headers,
                tree == null ? values.fill(form.body()) : values.fill(tree).toString());
    }

    /** The first answer for a key. */
    Answer first(Answer answer) {
        Marker marker = contract.marker();
        return marker == null || marker.first() == null ? answer : marked(answer, marker, marker.first());
    }

    /** The answer to a repeated request. */
    Answer replay(ServiceEffects.Effect effect) {
        Replay replay = contract.replay();
        if (replay == null) {
            return effect.answer();
        }
        if (replay.refuses()) {
            int status = statusOf(Reason.REPLAYED_KEY, CONFLICT);
            Answer refusal = refusal(new Behaviour.Refuse(status, Reason.REPLAYED_KEY, null));
            return replay.link() == null ? refusal : with(refusal, replay.link(), TextNode.valueOf(effect.id()));
        }
        Answer again = replay.status() == null
                ? effect.answer()
                : new Answer(
                        replay.status(),
                        effect.answer().headers(),
                        effect.answer().body());
        Marker marker = replay.marker();
        return marker == null ? again : marked(again, marker, marker.someReplay());
    }

    /** How another payload under a known key is refused. */
    Behaviour.Refuse mismatch() {
        return new Behaviour.Refuse(statusOf(Reason.PAYLOAD_MISMATCH, UNPROCESSABLE), Reason.PAYLOAD_MISMATCH, null);
    }

    private int statusOf(Reason reason, int otherwise) {
        Refusal refusal = contract.refusal(reason);
        return refusal == null || refusal.statuses().isEmpty()
                ? otherwise
                : refusal.statuses().get(0);
    }

    /** An error, with its code where the dialect has it; at {@code /code} where the dialect does not say. */
    Answer refusal(Behaviour.Refuse refuse) {
        String code = code(refuse);
        String type = contract.errors() == null || contract.errors().contentType() == null
                ? "application/json"
                : contract.errors().contentType();
        ObjectNode body = JsonNodeFactory.instance.objectNode();
        if (type.equals(PROBLEM)) {
            body.put("type", "about:blank").put("title", code).put("status", refuse.status());
        } else {
            body.put("message", "the service refused the request: " + code);
        }
        put(body, Objects.requireNonNullElse(contract.errorCode(), CODE), TextNode.valueOf(code));
        List<Header> headers = new ArrayList<>();
        headers.add(new Header(CONTENT_TYPE, type));
        if (refuse.retryAfter() != null) {
            headers.add(new Header("Retry-After", refuse.retryAfter()));
        }
        return new Answer(refuse.status(), headers, body.toString());
    }

    /** Sends a client elsewhere. */
    static Answer redirect(int status, String location) {
        List<Header> headers = List.of(new Header("Location", location), new Header(CONTENT_TYPE, "application/json"));
        return new Answer(status, headers, "{\"message\": \"the operation was not done: it is done elsewhere\"}");
    }

    /** The dialect's code for the reason, or for the status; the reason's or the status's own name where it has none. */
    private String code(Behaviour.Refuse refuse) {
        Refusal refusal = refuse.reason() == null ? null : contract.refusal(refuse.reason());
        if (refusal != null) {
            for (String code : refusal.codes()) {
                if (!code.startsWith("/")) {
                    return code;
                }
            }
        }
        if (refuse.reason() != null) {
            return refuse.reason().name().toLowerCase(Locale.ROOT);
        }
        return contract.taxonomy() == null
                ? "error_" + refuse.status()
                : contract.taxonomy().statuses().entrySet().stream()
                        .filter(entry -> entry.getValue().contains(refuse.status()))
                        .map(Map.Entry::getKey)
                        .findFirst()
                        .orElse("error_" + refuse.status());
    }

    private static Answer marked(Answer answer, Marker marker, String value) {
        if (marker.header() != null) {
            List<Header> headers = new ArrayList<>(answer.headers());
            headers.add(new Header(marker.header(), value));
            return new Answer(answer.status(), headers, answer.body());
        }
        boolean isTruth = value.equals("true") || value.equals("false");
        return with(
                answer,
                Objects.requireNonNull(marker.member()),
                isTruth ? BooleanNode.valueOf(Boolean.parseBoolean(value)) : TextNode.valueOf(value));
    }

    private static Answer with(Answer answer, JsonPointer pointer, JsonNode value) {
        if (!(tree(answer.body()) instanceof ObjectNode body)) {
            return answer;
        }
        put(body, pointer, value);
        return new Answer(answer.status(), answer.headers(), body.toString());
    }

    private static void put(ObjectNode body, JsonPointer pointer, JsonNode value) {
        ObjectNode parent = pointer.head().matches() ? body : body.withObject(pointer.head());
        parent.set(pointer.last().getMatchingProperty(), value);
    }

    private static @Nullable JsonNode tree(String body) {
        try {
            JsonNode tree = JSON.readTree(body);
            return tree == null || tree.isMissingNode() ? null : tree;
        } catch (JsonProcessingException noJson) {
            return null;
        }
    }
}
