package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Schemas;
import dev.samekey.steps.model.targets.BodyKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * How an operation that is only accepted (202) is followed to its end, as far as the document says.
 *
 * @param member the member {@code poll} of a target file
 * @param comment what of it is guessed; empty where the document says all of it
 * @param id where the document at the status URL has the id of the result
 */
record PollGuess(ObjectNode member, String comment, Optional<String> id) {
    private static final String ACCEPTED = "202";
    private static final int DEEPEST = 3;

    /** The URL of the status before that of the result, as some APIs give both. */
    static final List<String> HEADERS = List.of("Operation-Location", "Azure-AsyncOperation", "Location");

    private static final Pattern STATUS = Pattern.compile("(.*_)?(status|state)");
    private static final Pattern LINK = Pattern.compile("(.*_)?(url|uri|href|link|location)");
    private static final Pattern OF_STATUS = Pattern.compile(".*(status|operation|job|task|poll|monitor|self).*");
    private static final Pattern DONE =
            Pattern.compile("(succeeded|success|successful|completed?|done|finished|ready)");
    private static final Pattern FAILED =
            Pattern.compile("(fail(ed|ure)?|error(ed)?|cancell?ed|rejected|aborted|expired|timed_out)");

    /** Whether the value at a pointer is called as a link is. */
    static boolean isLink(String pointer) {
        return LINK.matcher(Words.snake(Leaves.name(BodyKind.JSON, pointer))).matches();
    }

    /** Whether the value at a pointer is called as a status is. */
    static boolean isStatus(String pointer) {
        return STATUS.matcher(Words.snake(Leaves.name(BodyKind.JSON, pointer))).matches();
    }

    /** Whether a value of a status is one of success. */
    static boolean isDone(String status) {
        return DONE.matcher(Words.snake(status)).matches();
    }

    /** Nothing where the document does not say that the operation is accepted, or where its status is read. */
    static Optional<PollGuess> of(Described described) {
        JsonNode accepted = described.responses().get(ACCEPTED);
        return accepted == null
                ? Optional.empty()
                : at(described, accepted).map(at -> guessed(described, accepted, at));
    }

    private static Optional<String> at(Described described, JsonNode accepted) {
        Optional<String> header = HEADERS.stream()
                .filter(name -> accepted.path("headers").properties().stream()
                        .anyMatch(one -> one.getKey().equalsIgnoreCase(name)))
                .findFirst();
        return header.or(() -> {
            List<String> links = body(described, accepted)
                    .map(schema -> links(SampleBodies.schemas(described), schema, "", DEEPEST))
                    .orElse(Stream.empty())
                    .toList();
            return links.stream()
                    .filter(link -> OF_STATUS.matcher(Words.snake(link)).matches())
                    .findFirst()
                    .or(() -> links.stream().findFirst());
        });
    }

    private static Stream<String> links(Schemas schemas, JsonNode schema, String at, int depth) {
        return schemas.flat(schema).path("properties").properties().stream().flatMap(property -> {
            JsonNode flat = schemas.flat(property.getValue());
            String place = at + "/" + property.getKey();
            if (Schemas.type(flat).equals("object")) {
                return depth > 0 ? links(schemas, flat, place, depth - 1) : Stream.empty();
            }
            boolean isLink = flat.path("format").asText().matches("ur[il](-reference)?")
                    || LINK.matcher(Words.snake(property.getKey())).matches();
            return isLink && Schemas.type(flat).equals("string") ? Stream.of(place) : Stream.empty();
        });
    }

    private static Optional<JsonNode> body(Described described, JsonNode response) {
        return response.path("content").properties().stream()
                .filter(content -> Described.isJson(content.getKey()))
                .map(content ->
                        SampleBodies.schemas(described).flat(content.getValue().path("schema")))
                .filter(schema -> schema.has("properties"))
                .findFirst();
    }

    private static PollGuess guessed(Described described, JsonNode accepted, String at) {
        ObjectNode member = JsonNodeFactory.instance.objectNode().put("at", at);
        Optional<Described> read = status(described, accepted);
        boolean seesOther = read.map(one -> one.responses().containsKey("303")).orElse(false);
        Optional<JsonNode> schema = read.map(Described::result)
                .map(SampleBodies.schemas(described)::flat)
                .filter(flat -> flat.has("properties"))
                .or(() -> body(described, accepted));
        Optional<Map.Entry<String, JsonNode>> status =
                schema.flatMap(flat -> status(SampleBodies.schemas(described), flat));
        Optional<ArrayNode> done =
                status.map(one -> words(one.getValue(), DONE)).filter(words -> !words.isEmpty());
        if (status.isEmpty() && seesOther) {
            return new PollGuess(member, "it ends with 303 See Other", Optional.empty());
        }
        String name = "/" + status.map(Map.Entry::getKey).orElse("status");
        ArrayNode usual = JsonNodeFactory.instance
                .arrayNode()
                .add("succeeded")
                .add("completed")
                .add("done");
        member.putObject("until").set(name, plain(done.orElse(usual)));
        ArrayNode failed = status.map(one -> words(one.getValue(), FAILED))
                .orElse(JsonNodeFactory.instance.arrayNode().add("failed"));
        if (!failed.isEmpty()) {
            member.putObject("failed").set(name, plain(failed));
        }
        return new PollGuess(
                member,
                done.isEmpty() ? "guess: the document does not say which values end it" : "",
                schema.flatMap(flat -> result(SampleBodies.schemas(described), flat)));
    }

    /** What reads the status: what the response links to, what reads one of the collection, or what is called so. */
    private static Optional<Described> status(Described described, JsonNode accepted) {
        List<Described> reads = described.document().reads();
        Stream<Described> linked = accepted.path("links")
                .valueStream()
                .map(described.document()::resolved)
                .flatMap(link -> reads.stream()
                        .filter(one -> one.node()
                                .path("operationId")
                                .asText("")
                                .equals(link.path("operationId").asText("-"))));
        Stream<Described> called = reads.stream()
                .filter(one -> one.path().contains("{")
                        && OF_STATUS
                                .matcher(one.path().toLowerCase(Locale.ROOT))
                                .matches());
        Stream<Described> ofOne =
                reads.stream().filter(one -> one.path().matches(Pattern.quote(described.path()) + "/\\{[^/]+}"));
        return Stream.of(linked, called, ofOne).flatMap(one -> one).findFirst();
    }

    private static Optional<Map.Entry<String, JsonNode>> status(Schemas schemas, JsonNode flat) {
        return flat.path("properties").properties().stream()
                .filter(property ->
                        STATUS.matcher(Words.snake(property.getKey())).matches())
                .map(property -> Map.entry(property.getKey(), schemas.flat(property.getValue())))
                .findFirst();
    }

    private static ArrayNode words(JsonNode schema, Pattern meaning) {
        ArrayNode words = JsonNodeFactory.instance.arrayNode();
        schema.path("enum")
                .valueStream()
                .filter(word -> meaning.matcher(Words.snake(word.asText())).matches())
                .forEach(words::add);
        return words;
    }

    private static JsonNode plain(ArrayNode words) {
        return words.size() == 1 ? words.get(0) : words;
    }

    /** The id of a result within the document of the status, whose own id is that of the job. */
    private static Optional<String> result(Schemas schemas, JsonNode flat) {
        return flat.path("properties").properties().stream()
                .filter(property ->
                        schemas.flat(property.getValue()).path("properties").has("id"))
                .map(property -> "/" + property.getKey() + "/id")
                .findFirst();
    }
}
