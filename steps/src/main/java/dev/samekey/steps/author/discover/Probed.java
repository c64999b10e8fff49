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
import java.util.Set;
import java.util.TreeSet;

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

    /** Whether it is refused for what it says. */
    boolean isRefusal() {
        return answer.status() >= 400 && answer.status() < 500 && !OF_ANOTHER_KIND.contains(answer.status());
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

    /** Whether it says the same of the same result. */
    boolean isOfTheSameResult(Probed other) {
        JsonNode id = id();
        boolean named = !id.isMissingNode() && !id.isNull();
        return named
                ? id.equals(other.id())
                : !answer.body().isBlank()
                        && answer.body().equals(other.answer().body());
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
