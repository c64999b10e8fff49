package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * A request and its response.
 *
 * @param brief the request and the status of the answer, with the secrets out
 * @param said the beginning of the body in one line, with the secrets out
 */
record Probed(Call call, Exchange exchange, Answer answer, String brief, String said) {
    /** Client errors that do not hang on the key or the payload: who asks, where, how, and how long headers may be. */
    private static final Set<Integer> OF_ANOTHER_KIND =
            Set.of(401, 402, 403, 404, 405, 406, 407, 408, 411, 413, 414, 415, 421, 426, 429, 431);

    /** Request and answer in a line. */
    String described() {
        return (brief + " " + said).strip();
    }

    boolean isSuccess() {
        return Calls.succeeded(call.operation(), answer) || answer.isSuccessful();
    }

    /** Whether it is refused for what it says, by its status or within its body. */
    boolean isRefusal() {
        return isRefusedWithin() || hasStatusOfRefusal();
    }

    /** Whether only the body says no, as GraphQL does: the status is that of a success. */
    boolean isRefusedWithin() {
        return answer.hasFailed() && answer.status() < 300;
    }

    private boolean hasStatusOfRefusal() {
        return answer.status() >= 400 && answer.status() < 500 && !OF_ANOTHER_KIND.contains(answer.status());
    }

    /** Whether the server failed at it. */
    boolean isServerError() {
        return answer.status() >= 500;
    }

    /** The body as JSON, or as one text where it is none. */
    JsonNode body() {
        try {
            JsonNode tree = new ObjectMapper().readTree(answer.body());
            return tree.isMissingNode() ? TextNode.valueOf("") : tree;
        } catch (JsonProcessingException noJson) {
            return TextNode.valueOf(answer.body());
        }
    }

    /** The id of the result; missing where the target file or the answer names none. */
    JsonNode id() {
        String id = call.operation().id();
        return id == null ? MissingNode.getInstance() : answer.at(id);
    }

    /** Whether both are about the same result; a replay may have it in an envelope. */
    boolean isOfTheSameResult(Probed other) {
        if (hasId() && other.hasId()) {
            return id().equals(other.id());
        }
        return answer.body().equals(other.answer().body())
                ? !answer.body().isBlank()
                : isEnvelopeOf(other) || other.isEnvelopeOf(this);
    }

    /** Whether the result is named after what was sent, such as the key: equal ids then show no more than equal requests. */
    boolean isNamedAfterItsRequest() {
        return hasId() && isMadeOfRequest(id());
    }

    private boolean isMadeOfRequest(JsonNode value) {
        return Stream.of(Optional.ofNullable(call.key()), Optional.of(call.unique()))
                .flatMap(Optional::stream)
                .anyMatch(sent -> !sent.isEmpty() && value.asText().contains(sent));
    }

    /** Where the bodies differ in what is not made of the key or of the unique text of each request. */
    Set<String> ownDifferences(Probed other) {
        Set<String> pointers = differences(other);
        pointers.removeIf(pointer -> isMadeOfRequest(body().at(pointer))
                && other.isMadeOfRequest(other.body().at(pointer)));
        return pointers;
    }

    /** Whether both name a result, and it is not the same. */
    boolean isOfAnotherResult(Probed other) {
        return hasId() && other.hasId() && !id().equals(other.id());
    }

    /** Whether the result of the other one is somewhere within this body, and not in the place of its own. */
    boolean isEnvelopeOf(Probed other) {
        if (hasId()) {
            return false;
        }
        String pointer = other.call().operation().id();
        JsonNode whole = other.body();
        return within(body())
                .anyMatch(inner -> (other.hasId() && pointer != null)
                        ? inner.at(pointer).equals(other.id())
                        : whole.isObject() && !whole.isEmpty() && inner.equals(whole));
    }

    boolean hasId() {
        JsonNode id = id();
        return !id.isMissingNode() && !id.isNull();
    }

    private static Stream<JsonNode> within(JsonNode node) {
        return StreamSupport.stream(node.spliterator(), false)
                .flatMap(inner -> Stream.concat(Stream.of(inner), within(inner)));
    }

    /** Where this body and another differ: JSON pointers to what is not in both, or not alike. */
    Set<String> differences(Probed other) {
        Set<String> pointers = new TreeSet<>();
        differences("", body(), other.body(), pointers);
        return pointers;
    }

    private static void differences(String pointer, JsonNode one, JsonNode other, Set<String> pointers) {
        if (one.isObject() && other.isObject()) {
            Set<String> names = new TreeSet<>();
            one.fieldNames().forEachRemaining(names::add);
            other.fieldNames().forEachRemaining(names::add);
            names.forEach(name -> differences(
                    pointer + "/" + name.replace("~", "~0").replace("/", "~1"),
                    one.path(name),
                    other.path(name),
                    pointers));
        } else if (one.isArray() && other.isArray() && one.size() == other.size()) {
            for (int i = 0; i < one.size(); i++) {
                differences(pointer + "/" + i, one.get(i), other.get(i), pointers);
            }
        } else if (!one.equals(other)) {
            pointers.add(pointer);
        }
    }
}
