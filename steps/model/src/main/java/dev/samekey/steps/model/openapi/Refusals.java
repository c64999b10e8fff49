package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.contract.Reason;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How an operation is refused on account of its key, as far as its document says so. */
public record Refusals(Described described) {
    /** The refusals that a client must know to retry safely. */
    public static final List<Reason> TOLD = List.of(Reason.MISSING_KEY, Reason.PAYLOAD_MISMATCH, Reason.IN_PROGRESS);

    /** Where errors have their codes; a problem has a type besides (RFC 9457), which may be all that it has. */
    private static final List<String> CODES =
            List.of("/code", "/error/code", "/errors/0/code", "/error_code", "/error/type", "/error", "/type");

    /** Deeper than this the schema of an error only repeats itself. */
    private static final int DEEPEST = 8;

    /** A key that says who sends, or one of a table. */
    private static final Pattern OTHER_KEY = Pattern.compile(
            "(api|access|subscription|app|application|secret|public|private|licen[cs]e|signing|encryption|merchant|partner|session"
                    + "|primary|foreign|product)[ _-]?keys?");

    private static final Map<Reason, Pattern> WORDS = Map.of(
            Reason.MISSING_KEY,
            Pattern.compile(
                    "key[ _-](is |was )?(missing|required|absent)|\\b(missing|without|no|lacks)\\b[^.;]{0,30}key"),
            Reason.PAYLOAD_MISMATCH,
            Pattern.compile(
                    "mismatch|(different|another|other|changed)[^.;]{0,30}(payload|body|parameter|content)|different request"
                            + "|key[^.;]{0,20}(reuse|already used)|reuse[^.;]{0,30}key"),
            Reason.IN_PROGRESS,
            Pattern.compile("in[ _-]progress|in[ _-]flight|(being|still)[^.;]{0,20}process|still running|concurrent"));

    /** The status of the first answer that is described so; nothing where none is. */
    public Optional<Integer> of(Reason reason) {
        Pattern words = Objects.requireNonNull(WORDS.get(reason));
        return described.responses().entrySet().stream()
                .filter(response -> response.getKey().matches("4\\d\\d"))
                .filter(response -> words.matcher(
                                OTHER_KEY.matcher(text(response.getValue(), 0)).replaceAll("credential"))
                        .find())
                // Who sends without a credential gets 401, whatever it says of a key.
                .filter(response -> reason != Reason.MISSING_KEY
                        || !response.getKey().equals("401")
                        || text(response.getValue(), 0).contains("idempot"))
                .map(response -> Integer.valueOf(response.getKey()))
                .findFirst();
    }

    /**
     * The code of an error, as an example of an answer has it.
     *
     * @param pointer a JSON pointer to where it stands
     */
    public record Code(String pointer, String value) {}

    /** The code that an example of the answer has for the reason; an example speaks for itself, or is the only one. */
    public Optional<Code> code(Reason reason, int status) {
        Pattern words = Objects.requireNonNull(WORDS.get(reason));
        Map<String, JsonNode> examples = examples(status);
        return examples.entrySet().stream()
                .filter(example -> examples.size() == 1
                        || words.matcher(example.getKey().toLowerCase(Locale.ROOT) + "\n" + text(example.getValue(), 0))
                                .find())
                .map(example -> example.getValue().has("value")
                        ? described.document().resolved(example.getValue().path("value"))
                        : example.getValue())
                .flatMap(body -> CODES.stream()
                        .filter(pointer -> body.at(pointer).isTextual())
                        .map(pointer -> new Code(pointer, body.at(pointer).asText())))
                .findFirst();
    }

    /** By name; one without a name has none. */
    private Map<String, JsonNode> examples(int status) {
        Map<String, JsonNode> examples = new LinkedHashMap<>();
        JsonNode response = described
                .responses()
                .getOrDefault(String.valueOf(status), described.node().path("none"));
        response.path("content").properties().stream()
                .filter(content -> Described.isJson(content.getKey()))
                .map(Map.Entry::getValue)
                .forEach(content -> {
                    content.path("examples")
                            .properties()
                            .forEach(example -> examples.put(
                                    example.getKey(), described.document().resolved(example.getValue())));
                    Stream.of(
                                    content.path("example"),
                                    described
                                            .document()
                                            .resolved(content.path("schema"))
                                            .path("example"))
                            .filter(JsonNode::isObject)
                            .findFirst()
                            .ifPresent(example -> examples.putIfAbsent("", example));
                });
        return examples;
    }

    /** Whether the answer of that status has a {@code Retry-After}. */
    public boolean saysWhen(int status) {
        JsonNode headers = described
                .responses()
                .getOrDefault(String.valueOf(status), described.node().path("none"));
        return headers.path("headers").properties().stream()
                .anyMatch(header -> header.getKey().equalsIgnoreCase("Retry-After"));
    }

    /**
     * All that is said of the answers of a status, in lower case; nothing where the operation has none. A range of
     * statuses such as {@code 4XX} counts, {@code default} does not: it says nothing of any status.
     */
    public Optional<String> said(int status) {
        Map<String, JsonNode> responses = described.responses();
        JsonNode response = responses.getOrDefault(String.valueOf(status), responses.get(status / 100 + "XX"));
        return Optional.ofNullable(response).map(one -> text(one, 0));
    }

    private String text(JsonNode node, int depth) {
        if (depth > DEEPEST) {
            return "";
        }
        if (node.isValueNode()) {
            return node.asText().toLowerCase(Locale.ROOT) + "\n";
        }
        StringBuilder text = new StringBuilder();
        JsonNode resolved = described.document().resolved(node);
        resolved.properties().forEach(member -> {
            // The names of examples tell as much as their summaries.
            text.append(member.getKey().toLowerCase(Locale.ROOT)).append('\n');
            text.append(text(member.getValue(), depth + 1));
        });
        if (resolved.isArray()) {
            resolved.forEach(item -> text.append(text(item, depth + 1)));
        }
        return text.toString();
    }
}
