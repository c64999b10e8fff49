package dev.samekey.steps.drive.client;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import org.jspecify.annotations.Nullable;

/**
 * A line that a client has written: how a task ended.
 *
 * @param id of the task, or of the request to resume it
 * @param arrivedNanos when it had been read, by {@link System#nanoTime()}
 */
record Report(
        String id,
        @Nullable JsonNode result,
        Outcome.@Nullable Failure failure,
        @Nullable Integer attempts,
        @Nullable String key,
        boolean parked,
        long arrivedNanos) {
    private static final ObjectMapper JSON = new ObjectMapper()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
    private static final int SHOWN = 200;

    /** @throws ClientFault when the line is no report, with what is wrong and how it should be */
    static Report of(String line) {
        long arrivedNanos = System.nanoTime();
        JsonNode tree = tree(line);
        if (!tree.isObject()) {
            throw wrong(
                    line,
                    "is no JSON object",
                    "write one object for each line, such as {\"id\": \"1\", \"result\": {}}");
        }
        JsonNode id = tree.path("id");
        if (!id.isTextual()) {
            throw wrong(
                    line,
                    id.isMissingNode() ? "has no id" : "has an id that is no text",
                    "repeat the id of the operation as it was given");
        }
        JsonNode result = given(tree, "result");
        JsonNode error = given(tree, "error");
        if (result != null && error != null) {
            throw wrong(line, "has both a result and an error", "write one of them");
        }
        if (result == null && error == null) {
            throw wrong(
                    line, "has neither a result nor an error", "write {} as the result where there is nothing to say");
        }
        return new Report(
                id.textValue(),
                result,
                error == null ? null : failure(line, error),
                number(line, tree, "attempts"),
                text(line, tree, "key"),
                truth(line, tree),
                arrivedNanos);
    }

    Outcome outcome(String task) {
        return new Outcome(task, result, failure, attempts, key, parked, arrivedNanos);
    }

    private static JsonNode tree(String line) {
        try {
            return JSON.readTree(line);
        } catch (JsonProcessingException noJson) {
            throw wrong(
                    line,
                    "is no JSON (" + noJson.getOriginalMessage().replaceAll("\\s+", " ") + ")",
                    "write what is no report to stderr");
        }
    }

    private static Outcome.Failure failure(String line, JsonNode error) {
        if (!error.isObject()) {
            throw wrong(line, "has an error that is no object", "write one such as {\"status\": 503}");
        }
        return new Outcome.Failure(
                number(line, error, "status"), text(line, error, "code"), text(line, error, "message"));
    }

    private static @Nullable Integer number(String line, JsonNode parent, String name) {
        JsonNode value = given(parent, name);
        if (value != null && (!value.isIntegralNumber() || !value.canConvertToInt() || value.intValue() < 0)) {
            throw wrong(line, "has «" + name + "», which is no whole number", "write a number, or leave it out");
        }
        return value == null ? null : Integer.valueOf(value.intValue());
    }

    private static @Nullable String text(String line, JsonNode parent, String name) {
        JsonNode value = given(parent, name);
        if (value != null && !value.isTextual()) {
            throw wrong(line, "has «" + name + "», which is no text", "write a text, or leave it out");
        }
        return value == null ? null : value.textValue();
    }

    private static boolean truth(String line, JsonNode parent) {
        JsonNode value = given(parent, "parked");
        if (value != null && !value.isBoolean()) {
            throw wrong(line, "has «parked», which is neither true nor false", "write true, or leave it out");
        }
        return value != null && value.booleanValue();
    }

    /** What is null is as good as left out. */
    private static @Nullable JsonNode given(JsonNode parent, String name) {
        return parent.hasNonNull(name) ? parent.get(name) : null;
    }

    /** What a line says, and how it should be. */
    static ClientFault wrong(String line, String what, String instead) {
        String shown = line.length() <= SHOWN ? line : line.substring(0, SHOWN) + " …";
        return new ClientFault("a line of the client " + what + ": " + instead + ". The line: " + shown);
    }
}
