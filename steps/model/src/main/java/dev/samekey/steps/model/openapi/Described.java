package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * An operation of a document.
 *
 * @param method in lower case, as the document writes it
 * @param path the template, such as {@code /payments/{id}}
 * @param item the path that it belongs to
 * @param node what is said of itself
 * @param isWebhook whether the API sends it, and others take it
 */
public record Described(
        Document document, String method, String path, JsonNode item, JsonNode node, boolean isWebhook) {
    private static final String JSON = "application/json";

    /** The same as what the API sends. */
    Described asWebhook() {
        return new Described(document, method, path, item, node, true);
    }

    /** Such as {@code POST /payments/{id}/void}, or {@code webhook payment.settled}. */
    public String title() {
        return isWebhook ? "webhook " + webhook() : method.toUpperCase(Locale.ROOT) + " " + path;
    }

    /** By which name the document has it; empty for what is no webhook. */
    public String webhook() {
        return isWebhook ? path.substring("/webhooks/".length()) : "";
    }

    /** Where a webhook is sent to, as a path; nothing where the document does not say it. */
    public Optional<String> deliveredTo() {
        return Optional.of(node.path(AsyncApi.PATH).asText()).filter(path -> !path.isEmpty());
    }

    /** What the servers of a webhook speak, where that is neither HTTP nor NATS; nothing where it is. */
    public Optional<String> spoken() {
        return Optional.of(node.path(AsyncApi.SPEAKS).asText()).filter(protocols -> !protocols.isEmpty());
    }

    /** The {@code url} of the NATS server that delivers a webhook, and its {@code subject}; nothing for one over HTTP. */
    public Optional<JsonNode> broker() {
        return Optional.of(node.path(AsyncApi.BROKER)).filter(broker -> !broker.isMissingNode());
    }

    /** The parameters of the operation, and those of its path that it does not replace. */
    public List<JsonNode> parameters() {
        Map<String, JsonNode> parameters = new LinkedHashMap<>();
        Stream.of(item, node)
                .forEach(level -> level.path("parameters").forEach(one -> {
                    JsonNode parameter = document.resolved(one);
                    parameters.put(in(parameter) + " " + name(parameter).toLowerCase(Locale.ROOT), parameter);
                }));
        return List.copyOf(parameters.values());
    }

    /** The parameter of that name in a {@code header}, the {@code query} or the {@code path}. */
    public Optional<JsonNode> parameter(String in, String name) {
        return parameters(in)
                .filter(parameter -> in.equals("header")
                        ? name(parameter).equalsIgnoreCase(name)
                        : name(parameter).equals(name))
                .findFirst();
    }

    /** The parameters of one kind. */
    public Stream<JsonNode> parameters(String in) {
        return parameters().stream().filter(parameter -> in(parameter).equals(in));
    }

    /** The name of a parameter. */
    public static String name(JsonNode parameter) {
        return parameter.path("name").asText();
    }

    private static String in(JsonNode parameter) {
        return parameter.path("in").asText();
    }

    /** By media type, what the body of the request may be; empty where there is none. */
    public JsonNode contents() {
        return document.resolved(node.path("requestBody")).path("content");
    }

    /** The media type of the body that is JSON or a form, JSON first and one of parts last; nothing where there is no such body. */
    public Optional<String> mediaType() {
        return contents().properties().stream()
                .map(Map.Entry::getKey)
                .filter(type -> isJson(type) || isForm(type) || isParts(type))
                .min((one, other) -> Integer.compare(rank(one), rank(other)));
    }

    /**
     * A body that is written as one text: neither JSON nor a form.
     *
     * @param type its media type
     * @param content what the document says of it
     * @param example the document's own; empty where it has none
     */
    public record Text(String type, JsonNode content, String example) {
        /** Whether the text is an XML document. */
        public boolean isXml() {
            return type.matches("(?i)(text|application)/([\\w.-]+\\+)?xml(;.*)?");
        }
    }

    /**
     * The first such body of which the document has an example, or else the form of an XML document, or plain text; nothing where
     * JSON or a form is taken too.
     */
    public Optional<Text> text() {
        List<Text> texts = mediaType().isPresent()
                ? List.of()
                : contents().properties().stream()
                        .filter(content -> isText(content.getKey()))
                        .map(content -> new Text(
                                content.getKey(),
                                content.getValue(),
                                example(content.getValue()).orElse("")))
                        .toList();
        return texts.stream()
                .filter(text -> !text.example().isEmpty())
                .findFirst()
                .or(() -> texts.stream()
                        .filter(text -> text.isXml()
                                ? hasForm(text)
                                : text.type().matches("text/plain.*|application/(?!sql|graphql).*"))
                        .findFirst());
    }

    private boolean hasForm(Text text) {
        return new Schemas(document, name -> false)
                .flat(text.content().path("schema"))
                .has("properties");
    }

    private static boolean isText(String type) {
        return type.matches(
                "(?i)(text/.+|application/([\\w.-]+\\+)?(xml|jwt|jose|yaml|x-yaml|csv|sql|graphql|javascript))(;.*)?");
    }

    /** The media type of a body that is a file, such as {@code application/pdf}; nothing where another body is taken too. */
    public Optional<String> fileType() {
        return mediaType().isPresent() || text().isPresent()
                ? Optional.empty()
                : contents().properties().stream()
                        .map(Map.Entry::getKey)
                        .filter(type -> !isText(type))
                        .findFirst();
    }

    private Optional<String> example(JsonNode content) {
        JsonNode schema = document.resolved(content.path("schema"));
        Stream<JsonNode> named =
                content.path("examples").valueStream().map(document::resolved).map(example -> example.path("value"));
        return Stream.concat(
                        Stream.concat(Stream.of(content.path("example")), named),
                        Stream.concat(
                                Stream.of(schema.path("example")),
                                schema.path("examples").valueStream()))
                .filter(JsonNode::isTextual)
                .map(JsonNode::asText)
                .findFirst();
    }

    /** Whether a media type is JSON or based on it (RFC 6839). */
    public static boolean isJson(String type) {
        return type.matches("(?i)application/([\\w.-]+\\+)?json(;.*)?") || type.equals("*/*");
    }

    private static boolean isForm(String type) {
        return type.startsWith("application/x-www-form-urlencoded");
    }

    /** Whether a media type is a form of several parts. */
    public static boolean isParts(String type) {
        return type.startsWith("multipart/form-data");
    }

    private static int rank(String type) {
        return type.equals(JSON) ? 0 : isJson(type) ? 1 : isForm(type) ? 2 : 3;
    }

    /** Whether the body has a member, by JSON pointer. */
    public boolean hasMember(JsonPointer pointer) {
        Schemas schemas = new Schemas(document, name -> false);
        JsonNode schema =
                mediaType().map(type -> contents().path(type).path("schema")).orElse(MissingNode.getInstance());
        for (JsonPointer part = pointer; !part.matches(); part = part.tail()) {
            schema = schemas.flat(schema).path("properties").path(part.getMatchingProperty());
        }
        return !schema.isMissingNode();
    }

    /** The answers by status, such as {@code 201}, {@code 4XX} or {@code default}. */
    public Map<String, JsonNode> responses() {
        Map<String, JsonNode> responses = new LinkedHashMap<>();
        node.path("responses")
                .properties()
                .forEach(response -> responses.put(response.getKey(), document.resolved(response.getValue())));
        return responses;
    }

    /** The schema of a success as JSON; nothing where the document has none. */
    public JsonNode result() {
        return responses().entrySet().stream()
                .filter(response -> response.getKey().startsWith("2"))
                .flatMap(response -> response.getValue().path("content").properties().stream())
                .filter(content -> isJson(content.getKey()))
                .map(content -> content.getValue().path("schema"))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }
}
