package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.http.Fetch;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.net.Network;
import java.net.URI;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * An OpenAPI document of version 3.0 or 3.1 in YAML or JSON. One of version 2.0, an overlay with the document that it extends, an
 * AsyncAPI document and a Smithy model are read as one. The references within it are followed.
 */
public final class Document {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    /** More references one after another go round in a circle. */
    private static final int MOST_REFERENCES = 50;

    private static final List<String> UNSAFE = List.of("post", "put", "patch", "delete");

    private final YamlFile file;
    private @Nullable List<Described> operations;
    /** By a schema as the document writes it, the same without references: many operations share few schemas. */
    private final Map<JsonNode, JsonNode> flat = Collections.synchronizedMap(new IdentityHashMap<>());

    private Document(YamlFile file) {
        this.file = file;
    }

    /**
     * Reads a document.
     *
     * @param place a file, or the URL of one over http or https, which is asked without credentials
     * @param folder where the name of a file starts
     * @param network how a URL is reached
     * @throws BadFile when it cannot be read within 10 s, is longer than 20 MB, or is no such document
     */
    public static Document read(String place, Path folder, Network network) {
        if (isUrl(place)) {
            return of(YamlFile.of(place, fetched(place, network)));
        }
        return of(whole(folder.resolve(place)));
    }

    /** With the files that it refers to, or that it extends. */
    private static YamlFile whole(Path path) {
        YamlFile file = YamlFile.read(path);
        if (!Overlay.isOne(file.tree())) {
            return file.with(new FilesBeside(path).in(file));
        }
        Overlay overlay = new Overlay(file);
        Path other = path.resolveSibling(overlay.extended());
        YamlFile extended = YamlFile.read(other);
        if (Overlay.isOne(extended.tree())) {
            throw file.error(List.of("extends"), "extends another overlay");
        }
        return extended.with(overlay.on(new FilesBeside(other).in(extended)));
    }

    /** The same for a file that was read already. */
    public static Document of(YamlFile file) {
        JsonNode tree = file.tree();
        if (tree.path("swagger").asText().matches("2(\\.0)?")) {
            return new Document(file.with(new Swagger2(tree, new Document(file)::resolved).asVersion3()));
        }
        if (AsyncApi.isOne(tree)) {
            return new Document(file.with(new AsyncApi(file, new Document(file)::resolved).asWebhooks()));
        }
        if (Smithy.isOne(tree)) {
            return new Document(file.with(new Smithy(file).asOpenApi()));
        }
        String version = tree.path("openapi").asText();
        if (!version.matches("3\\.[01](\\..*)?")) {
            String is = tree.has("swagger")
                    ? "is Swagger " + tree.path("swagger").asText()
                    : version.isEmpty()
                            ? "is no OpenAPI document: it has no member «openapi»"
                            : "is OpenAPI " + version;
            throw file.error(
                    List.of("openapi"),
                    is + "; OpenAPI 3.0 or 3.1, Swagger 2.0, AsyncAPI 2 or 3, or a Smithy model in JSON is wanted");
        }
        return new Document(file);
    }

    /** Whether a place is a URL, and no file. */
    public static boolean isUrl(String place) {
        return place.startsWith("http://") || place.startsWith("https://");
    }

    /** The document, unchanged. */
    public JsonNode tree() {
        return file.tree();
    }

    /** What is wrong at a place of the document, given by the names of its members from the top. */
    public BadFile error(List<String> path, String message) {
        return file.error(path, message);
    }

    /** The unsafe operations, in the order of the document. */
    public List<Described> unsafe() {
        return operations().filter(one -> UNSAFE.contains(one.method())).toList();
    }

    /** The operations that read, in the order of the document. */
    public List<Described> reads() {
        return operations().filter(one -> one.method().equals("get")).toList();
    }

    /** What the API sends by itself, in the order of the document. Where it is sent to is not the document's to say. */
    public List<Described> webhooks() {
        JsonNode webhooks = file.tree().has("webhooks")
                ? file.tree().path("webhooks")
                : file.tree().path("x-webhooks");
        return webhooks.properties().stream()
                .flatMap(webhook -> operations("/webhooks/" + webhook.getKey(), webhook.getValue()))
                .map(Described::asWebhook)
                .toList();
    }

    /** The operation of that method and path template, as far as there is one. */
    public Stream<Described> operation(String method, String path) {
        return operations()
                .filter(one -> one.method().equals(method) && one.path().equals(path));
    }

    /** Such as {@code POST /payments}, one for each unsafe operation. */
    public List<String> titles() {
        return unsafe().stream().map(Described::title).toList();
    }

    /**
     * The operation that a request of a target file is meant for. Its path may start with what a document says of its
     * servers.
     *
     * @param path such as {@code /v1/payments/${payment.id}/void?force=true}
     */
    public Optional<Described> describing(String method, String path) {
        String plain = path.replaceAll("\\?.*", "");
        return operations()
                .filter(one -> one.method().equalsIgnoreCase(method))
                .filter(one -> plain.matches("(/[^?]*)?" + pattern(one.path())))
                // Of two the one that says more of the path itself: /payments/search before /payments/{id}.
                .max(Comparator.comparingInt((Described one) -> one.path().split("/", -1).length)
                        .thenComparingInt(
                                one -> one.path().replaceAll("\\{[^}]*}", "").length()));
    }

    private static String pattern(String template) {
        return "\\Q" + template.replaceAll("\\{[^}]*}", "\\\\E[^/]+\\\\Q") + "\\E";
    }

    /** Whether it is of version 3.1, in which what stands beside the reference of a schema counts. */
    boolean countsBesideReferences() {
        return !file.tree().path("openapi").asText().startsWith("3.0");
    }

    private Stream<Described> operations() {
        List<Described> known = operations;
        if (known == null) {
            known = List.copyOf(all());
            operations = known;
        }
        return known.stream();
    }

    private List<Described> all() {
        return file.tree().path("paths").properties().stream()
                .flatMap(path -> operations(path.getKey(), path.getValue()))
                .toList();
    }

    private Stream<Described> operations(String path, JsonNode given) {
        JsonNode item = resolved(given);
        return item.properties().stream()
                .map(member -> Map.entry(member.getKey().toLowerCase(Locale.ROOT), member.getValue()))
                .filter(member -> member.getKey().equals("get") || UNSAFE.contains(member.getKey()))
                .map(member -> new Described(this, member.getKey(), path, item, resolved(member.getValue()), false));
    }

    /** The schema without references, made once; nobody may change it. */
    JsonNode flat(JsonNode schema, UnaryOperator<JsonNode> made) {
        JsonNode known = flat.get(schema);
        if (known != null) {
            return known;
        }
        JsonNode one = made.apply(schema);
        flat.put(schema, one);
        return one;
    }

    /**
     * What a reference stands for; anything else is itself.
     *
     * @throws BadFile when it leads nowhere, in a circle or out of the document
     */
    public JsonNode resolved(JsonNode node) {
        JsonNode current = node;
        for (int i = 0; i < MOST_REFERENCES; i++) {
            String reference = current.path("$ref").asText();
            if (reference.isEmpty()) {
                return current;
            }
            current = referenced(reference);
        }
        throw file.error(List.of(), "the reference «" + node.path("$ref").asText() + "» goes round in a circle");
    }

    /** What the reference of a node names, itself a reference perhaps. */
    JsonNode next(JsonNode node) {
        return referenced(node.path("$ref").asText());
    }

    private JsonNode referenced(String reference) {
        if (reference.equals("#")) {
            return file.tree();
        }
        if (!reference.startsWith("#/")) {
            throw file.error(
                    List.of(),
                    "refers to «" + reference
                            + "» in another document, which is no file beside this one: bundle them into one with your OpenAPI"
                            + " tool");
        }
        JsonNode found = file.tree();
        for (String part : reference.substring(2).split("/", -1)) {
            // Each step may lead through a reference, such as that of a path to a file of its own.
            found = resolved(found);
            String name = URLDecoder.decode(part.replace("+", "%2B"), StandardCharsets.UTF_8)
                    .replace("~1", "/")
                    .replace("~0", "~");
            found = found.isArray() ? found.path(index(name)) : found.path(name);
        }
        if (found instanceof MissingNode) {
            throw file.error(List.of(), "the reference «" + reference + "» leads to nothing");
        }
        return found;
    }

    private static int index(String name) {
        return name.matches("\\d{1,6}") ? Integer.parseInt(name) : -1;
    }

    private static String fetched(String place, Network network) {
        try {
            return new Fetch(network.client(LIMIT), LIMIT).get(URI.create(place), Map.of());
        } catch (OracleSilent silent) {
            throw new BadFile(place, 0, String.valueOf(silent.getMessage()));
        } catch (IllegalArgumentException noUrl) {
            throw new BadFile(place, 0, "is no URL: " + noUrl.getMessage());
        }
    }
}
