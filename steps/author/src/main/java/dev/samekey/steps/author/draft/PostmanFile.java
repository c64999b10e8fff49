package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.author.draft.RecordedRequest.Response;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.SecretName;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A collection of Postman: its requests, in folders, with their examples of responses. Its scripts are not run. */
public final class PostmanFile {
    private static final String ADVICE = "Export the collection again in Postman, as «Collection v2.1»";
    private static final String ADVICE_FOR_ENVIRONMENT = "Export the environment again in Postman";
    private static final String NAME = "name";

    private final JsonFile file;
    private final PostmanVariables environment;
    private final List<RecordedRequest> requests = new ArrayList<>();
    private final List<String> notImported = new ArrayList<>();
    private int scripts;

    /**
     * Where an item is.
     *
     * @param place the names of the folders
     * @param auth how its requests say who sends; missing where nothing says it
     */
    private record Folder(String place, JsonNode auth, PostmanVariables variables) {}

    private PostmanFile(JsonFile file, PostmanVariables environment) {
        this.file = file;
        this.environment = environment;
    }

    /**
     * Reads one. It sends nothing.
     *
     * @throws BadFile when it cannot be read, is longer than 200 MB, or is no collection of version 2.0 or 2.1
     */
    public static Recording read(Path path) {
        return new PostmanFile(JsonFile.read(path, ADVICE), PostmanVariables.NONE).recording();
    }

    /**
     * The same with the variables of an environment, which count before those of the collection.
     *
     * @throws BadFile also when the environment cannot be read, or is none
     */
    public static Recording read(Path path, Path environment) {
        JsonFile file = JsonFile.read(environment, ADVICE_FOR_ENVIRONMENT);
        JsonNode values = inner(file.tree(), "environment").path("values");
        if (!values.isArray()) {
            throw file.error("is no environment of Postman: it has no list «values». " + ADVICE_FOR_ENVIRONMENT);
        }
        PostmanVariables variables = PostmanVariables.NONE.with(values);
        return new PostmanFile(JsonFile.read(path, ADVICE), variables).recording();
    }

    private Recording recording() {
        JsonNode tree = inner(file.tree(), "collection");
        String schema = tree.at("/info/schema").asText();
        if (tree.path("values").isArray() && !tree.has("item")) {
            throw file.error("is an environment of Postman: write --postman COLLECTION --environment " + file.name());
        }
        if (!tree.path("item").isArray() || !schema.contains("/collection/")) {
            throw file.error("is no collection of Postman: it has no list «item» and no info.schema. " + ADVICE);
        }
        if (!schema.matches(".*/v2\\.[01](\\..*|/.*)?")) {
            throw file.error("is a collection of another version (" + schema + "). " + ADVICE);
        }
        PostmanVariables variables =
                PostmanVariables.NONE.with(tree.path("variable")).with(environment);
        scripts(tree);
        items(tree.path("item"), new Folder("", tree.path("auth"), variables));
        return new Recording(tree.at("/info/name").asText(), file.name(), requests, notImported, scripts);
    }

    /** The interface of Postman wraps what it exports. */
    private static JsonNode inner(JsonNode tree, String member) {
        return tree.path(member).isObject() ? tree.path(member) : tree;
    }

    private void items(JsonNode items, Folder folder) {
        for (JsonNode item : items) {
            String name = item.path(NAME).asText("without a name");
            String place = "item «" + folder.place() + name + "»";
            if (item.path("item").isArray()) {
                JsonNode auth = item.has("auth") ? item.path("auth") : folder.auth();
                scripts(item);
                items(
                        item.path("item"),
                        new Folder(
                                folder.place() + name + " / ",
                                auth,
                                folder.variables().with(item.path("variable"))));
                continue;
            }
            scripts(item);
            try {
                requests.add(request(place, name, item, folder));
            } catch (CannotRun cannot) {
                if (!RecordedRequest.SAFE.contains(method(item.path("request")))) {
                    notImported.add(place + ": " + cannot.getMessage());
                }
            }
        }
    }

    private void scripts(JsonNode level) {
        scripts += (int) level.path("event")
                .valueStream()
                .map(event -> event.at("/script/exec"))
                .filter(PostmanFile::isWritten)
                .count();
    }

    /** A script is a list of lines, or one text. */
    private static boolean isWritten(JsonNode script) {
        return !script.asText().isBlank()
                || script.valueStream().anyMatch(line -> !line.asText().isBlank());
    }

    private static String method(JsonNode request) {
        return request.isTextual()
                ? "GET"
                : request.path("method").asText("GET").toUpperCase(Locale.ROOT);
    }

    private RecordedRequest request(String place, String name, JsonNode item, Folder folder) {
        JsonNode request = item.path("request");
        PostmanVariables variables = folder.variables().with(item.path("variable"));
        JsonNode url = request.isTextual() ? request : request.path("url");
        String raw = url(url);
        if (raw.isBlank()) {
            throw new CannotRun("has no URL");
        }
        PostmanVariables own = variables.with(url.path("variable"));
        String named = raw.replaceAll("/:([A-Za-z_][A-Za-z0-9_-]*)", "/{{$1}}");
        ObjectNode credentials = JsonNodeFactory.instance.objectNode();
        List<Header> headers = headers(request, own);
        JsonNode auth = request.has("auth") ? request.path("auth") : folder.auth();
        authorize(place, auth, own, credentials);
        credentials
                .path("header")
                .properties()
                .forEach(one ->
                        headers.add(0, new Header(one.getKey(), one.getValue().asText())));
        String query = credentials.path("query").properties().stream()
                .map(one -> one.getKey() + "=" + one.getValue().asText())
                .collect(Collectors.joining("&"));
        SplitUrl split = SplitUrl.of(own.filled(named));
        String path =
                query.isEmpty() ? split.path() : split.path() + (split.path().contains("?") ? "&" : "?") + query;
        String data = data(request.path("body"), own, headers);
        return new RecordedRequest(
                place, name, method(request), split.base(), path, headers, data, own.values(), response(item));
    }

    /** A text, or a mapping with that text or its parts. */
    private static String url(JsonNode url) {
        String raw = url.isTextual() ? url.asText() : url.path("raw").asText();
        String host = joined(url.path("host"), ".");
        if (!raw.isBlank() || host.isEmpty()) {
            return raw;
        }
        String protocol = url.path("protocol").asText();
        String port = url.path("port").asText();
        String query = url.path("query")
                .valueStream()
                .filter(PostmanFile::isEnabled)
                .map(one -> one.path("key").asText() + "=" + text(one.path("value")))
                .collect(Collectors.joining("&"));
        return (protocol.isEmpty() ? "" : protocol + "://") + host + (port.isEmpty() ? "" : ":" + port) + "/"
                + joined(url.path("path"), "/").replaceFirst("^/", "") + (query.isEmpty() ? "" : "?" + query);
    }

    private static String joined(JsonNode parts, String between) {
        return parts.isArray()
                ? parts.valueStream()
                        .map(part -> part.isObject() ? part.path("value").asText() : part.asText())
                        .collect(Collectors.joining(between))
                : parts.asText();
    }

    /** A list, or one text with a line for each. */
    private static Stream<JsonNode> all(JsonNode headers) {
        return headers.isTextual()
                ? headers.asText()
                        .lines()
                        .filter(line -> line.contains(":"))
                        .map(line -> JsonNodeFactory.instance
                                .objectNode()
                                .put("key", line.replaceFirst(":.*", "").strip())
                                .put("value", line.replaceFirst("[^:]*:", "").strip()))
                : headers.valueStream();
    }

    private static List<Header> headers(JsonNode request, PostmanVariables variables) {
        return all(request.path("header"))
                // A header that may be left out is often switched off, and says still where the key goes.
                .filter(one -> isEnabled(one)
                        || RequestForm.isKeyHeader(one.path("key").asText()))
                .filter(one -> !RequestForm.isOfTheClient(one.path("key").asText())
                        && !one.path("key").asText().isBlank())
                .map(one -> {
                    String name = one.path("key").asText();
                    String value = text(one.path("value"));
                    return new Header(
                            name, SecretName.isSecret(name) ? variables.named(value) : variables.filled(value));
                })
                .filter(header -> !header.value().isEmpty() || RequestForm.isKeyHeader(header.name()))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private static boolean isEnabled(JsonNode one) {
        return !one.path("disabled").asBoolean();
    }

    private void authorize(String place, JsonNode auth, PostmanVariables variables, ObjectNode credentials) {
        String type = auth.path("type").asText("noauth");
        switch (type) {
            case "noauth" -> {}
            case "bearer" ->
                credentials
                        .withObject("/header")
                        .put("Authorization", "Bearer " + secret(auth, "token", "API_TOKEN", variables));
            case "basic" -> credentials.withObject("/header").put("Authorization", "Basic ${env:CREDENTIALS}");
            case "oauth2" ->
                credentials
                        .withObject("/header")
                        .put("Authorization", "Bearer " + secret(auth, "accessToken", "ACCESS_TOKEN", variables));
            case "apikey" -> {
                String name = attribute(auth, "key");
                String in = attribute(auth, "in").equals("query") ? "/query" : "/header";
                credentials
                        .withObject(in)
                        .put(name.isEmpty() ? "X-Api-Key" : name, secret(auth, "value", "API_KEY", variables));
            }
            default ->
                notImported.add(place + ": its authorization of the type " + type
                        + "; «token» and «sign» of a principal can do much of that");
        }
    }

    /** The variable that the collection names, or else another: never the value itself. */
    private static String secret(JsonNode auth, String name, String otherwise, PostmanVariables variables) {
        String named = variables.named(attribute(auth, name));
        return named.startsWith("${env:") ? named : "${env:" + otherwise + "}";
    }

    /** Those of version 2.0 are members, and those of version 2.1 a list. */
    private static String attribute(JsonNode auth, String name) {
        JsonNode attributes = auth.path(auth.path("type").asText());
        return attributes.isObject() ? attributes.path(name).asText() : listed(attributes, name);
    }

    private static String listed(JsonNode attributes, String name) {
        return attributes
                .valueStream()
                .filter(one -> one.path("key").asText().equals(name))
                .map(one -> one.path("value").asText())
                .findFirst()
                .orElse("");
    }

    private static @Nullable String data(JsonNode body, PostmanVariables variables, List<Header> headers) {
        if (body.isMissingNode() || body.isNull() || !isEnabled(body)) {
            return null;
        }
        String mode = body.path("mode").asText();
        return switch (mode) {
            case "" -> null;
            case "raw" -> raw(body, variables, headers);
            case "urlencoded" -> {
                type(headers, RequestForm.FORM);
                yield body.path("urlencoded")
                        .valueStream()
                        .filter(PostmanFile::isEnabled)
                        .map(one -> encoded(variables, one.path("key")) + "=" + encoded(variables, one.path("value")))
                        .collect(Collectors.joining("&"));
            }
            case "graphql" -> {
                ObjectNode query = JsonNodeFactory.instance
                        .objectNode()
                        .put("query", variables.filled(body.at("/graphql/query").asText()));
                String given = body.at("/graphql/variables").asText();
                JsonNode of = JsonFile.tree(variables.filledJson(given));
                yield (of.isObject() ? query.set("variables", of) : query).toString();
            }
            default ->
                throw new CannotRun(
                        "its body is of the mode " + mode + ", and «samekey init» imports JSON, forms and texts");
        };
    }

    private static @Nullable String raw(JsonNode body, PostmanVariables variables, List<Header> headers) {
        String text = body.path("raw").asText();
        String language = body.at("/options/raw/language").asText();
        if (text.isBlank()) {
            return null;
        }
        boolean isJson = language.equals("json")
                || headers.stream()
                        .anyMatch(header -> header.name().equalsIgnoreCase("Content-Type")
                                && header.value().contains("json"))
                || (language.isEmpty() && text.strip().matches("(?s)[{\\[].*"));
        if (isJson) {
            type(headers, "application/json");
            return variables.filledJson(text);
        }
        type(headers, language.equals("xml") ? "application/xml" : "text/plain");
        return variables.filled(text);
    }

    private static void type(List<Header> headers, String type) {
        if (headers.stream().noneMatch(header -> header.name().equalsIgnoreCase("Content-Type"))) {
            headers.add(new Header("Content-Type", type));
        }
    }

    private static String encoded(PostmanVariables variables, JsonNode text) {
        return URLEncoder.encode(variables.filled(text(text)), StandardCharsets.UTF_8);
    }

    /** Postman writes null where nothing was given. */
    static String text(JsonNode value) {
        return value.isNull() ? "" : value.asText();
    }

    /** The first example of a success. */
    private static @Nullable Response response(JsonNode item) {
        return examples(item).filter(Response::isSuccess).findFirst().orElse(null);
    }

    private static Stream<Response> examples(JsonNode item) {
        return item.path("response")
                .valueStream()
                .map(one -> new Response(
                        one.path("code").asInt(), JsonFile.tree(one.path("body").asText())));
    }
}
