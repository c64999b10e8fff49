package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.file.Placeholders;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.Placeholders;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** What the target file writes, filled with what is known of a call. */
record Template(Map<String, JsonNode> values) {
    private static final String ETAG = ".etag";

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
        return new Placeholders(this::value).fill(text);
    }

    JsonNode fill(JsonNode node) {
        return new Placeholders(this::value).fill(node);
    }

    private JsonNode value(String name) {
        JsonNode value = values.get(name);
        if (value == null && name.endsWith(ETAG)) {
            throw Judgement.inconclusive(
                    "the answer of the " + name.replace(ETAG, "") + " has no ETag, which ${" + name + "} stands for");
        }
        if (value == null) {
            throw Judgement.notChecked("${" + name + "} of the target file has no value where it is used"
                    + Nearest.hint(name, values.keySet()));
        }
        return value;
    }
}
