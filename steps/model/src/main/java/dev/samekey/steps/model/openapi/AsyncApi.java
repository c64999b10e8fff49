package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * An AsyncAPI document of version 2 or 3 as an OpenAPI document of 3.1: what the application gets are webhooks that somebody sends to
 * it. Where it gets nothing, the document is that of a sender, and what it sends are the webhooks: its servers and its credentials
 * are not those of who gets them, but a broker is. Schemas stay where they are.
 */
final class AsyncApi {
    /** Where the message of a webhook goes: {@code url} and {@code subject} of a NATS server. No document has it. */
    static final String BROKER = "x-samekey-broker";
    /** The path that the document names. */
    static final String PATH = "x-samekey-path";

    /** What its servers speak, where that is neither HTTP nor NATS. */
    static final String SPEAKS = "x-samekey-speaks";

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";

    private final YamlFile file;
    private final JsonNode tree;
    private final UnaryOperator<JsonNode> resolved;
    private final Map<String, String> servers;

    /**
     * A message on its way.
     *
     * @param isGot whether the application gets it
     * @param operation what the document calls that
     * @param address where it goes; empty where the document leaves that open
     */
    private record OnChannel(boolean isGot, String operation, String address, JsonNode message) {}

    /** @param resolved gives what a reference of the document stands for */
    AsyncApi(YamlFile file, UnaryOperator<JsonNode> resolved) {
        this.file = file;
        this.tree = file.tree();
        this.resolved = resolved;
        this.servers = servers();
    }

    static boolean isOne(JsonNode tree) {
        return tree.has("asyncapi");
    }

    /** @throws BadFile when it is of another version, or no message is read */
    JsonNode asWebhooks() {
        String version = tree.path("asyncapi").asText();
        if (!version.matches("[23]\\..*")) {
            throw file.error(List.of("asyncapi"), "is AsyncAPI " + version + "; version 2 or 3 is wanted");
        }
        List<OnChannel> all = version.startsWith("2") ? ofVersion2() : ofVersion3();
        boolean isOfReceiver = all.stream().anyMatch(OnChannel::isGot);
        ObjectNode made = NODES.objectNode();
        made.setAll((ObjectNode) tree);
        made.remove("servers");
        made.put("openapi", "3.1.0");
        if (isOfReceiver) {
            servers.forEach((url, protocol) -> {
                if (protocol.startsWith("http")) {
                    made.withArray("servers").addObject().put("url", url);
                }
            });
        } else if (made.path("components") instanceof ObjectNode components) {
            made.set("components", components.deepCopy().without("securitySchemes"));
        }
        ObjectNode webhooks = made.putObject("webhooks");
        List<String> unread = new ArrayList<>();
        all.stream().filter(one -> one.isGot() == isOfReceiver).forEach(one -> {
            if (isJson(one.message())) {
                webhooks.set(name(one, webhooks), webhook(one));
            } else {
                unread.add(one.operation() + " (" + format(one.message()) + ")");
            }
        });
        if (webhooks.isEmpty()) {
            throw file.error(
                    List.of("channels"),
                    unread.isEmpty()
                            ? "names no message that is sent or received"
                            : "has only messages that are no JSON: " + String.join(", ", unread));
        }
        return made;
    }

    /** By its URL, the protocol of a server. */
    private Map<String, String> servers() {
        Map<String, String> servers = new LinkedHashMap<>();
        tree.path("servers").forEach(given -> {
            JsonNode server = resolved.apply(given);
            String protocol = server.path("protocol").asText();
            String host = server.has("url")
                    ? server.path("url").asText()
                    : server.path("host").asText() + server.path("pathname").asText();
            for (Map.Entry<String, JsonNode> variable : server.path("variables").properties()) {
                JsonNode value = resolved.apply(variable.getValue());
                host = host.replace(
                        "{" + variable.getKey() + "}",
                        value.path("default").asText(value.at("/enum/0").asText()));
            }
            servers.put(host.contains("://") ? host : protocol + "://" + host, protocol);
        });
        return servers;
    }

    private List<OnChannel> ofVersion2() {
        List<OnChannel> all = new ArrayList<>();
        tree.path("channels").properties().forEach(entry -> {
            JsonNode channel = resolved.apply(entry.getValue());
            // In version 2 others publish what the application gets.
            for (String verb : List.of("publish", "subscribe")) {
                JsonNode operation = resolved.apply(channel.path(verb));
                String called = operation.path("operationId").asText(entry.getKey());
                messages(operation.path("message"))
                        .forEach(message ->
                                all.add(new OnChannel(verb.equals("publish"), called, entry.getKey(), message)));
            }
        });
        return all;
    }

    private List<OnChannel> ofVersion3() {
        List<OnChannel> all = new ArrayList<>();
        tree.path("operations").properties().forEach(entry -> {
            JsonNode operation = resolved.apply(entry.getValue());
            JsonNode channel = resolved.apply(operation.path("channel"));
            Stream<JsonNode> some = operation.has("messages")
                    ? operation.path("messages").valueStream()
                    : channel.path("messages").valueStream();
            some.map(resolved)
                    .map(resolved)
                    .map(this::whole)
                    .forEach(message -> all.add(new OnChannel(
                            operation.path("action").asText().equals("receive"),
                            entry.getKey(),
                            channel.path("address").asText(""),
                            message)));
        });
        return all;
    }

    private Stream<JsonNode> messages(JsonNode given) {
        JsonNode message = resolved.apply(given);
        return message.isMissingNode()
                ? Stream.empty()
                : message.has("oneOf")
                        ? message.path("oneOf").valueStream().map(resolved).map(this::whole)
                        : Stream.of(whole(message));
    }

    /** With what its traits add and it does not say itself. */
    private JsonNode whole(JsonNode message) {
        if (!message.has("traits")) {
            return message;
        }
        ObjectNode whole = message.deepCopy();
        message.path("traits")
                .valueStream()
                .map(resolved)
                .forEach(trait -> trait.properties().forEach(member -> {
                    if (!whole.has(member.getKey())) {
                        whole.set(member.getKey(), member.getValue());
                    }
                }));
        return whole;
    }

    private JsonNode payload(JsonNode message) {
        JsonNode payload = message.path("payload");
        return payload.has("schemaFormat") ? payload.path("schema") : payload;
    }

    private static String format(JsonNode message) {
        String format = message.path("schemaFormat")
                .asText(message.path("payload").path("schemaFormat").asText());
        return format.isEmpty() ? message.path("contentType").asText(JSON) : format;
    }

    private boolean isJson(JsonNode message) {
        String format = message.path("schemaFormat")
                .asText(message.path("payload").path("schemaFormat").asText());
        String type = type(message);
        return (format.isEmpty()
                        || format.matches("(?i)application/(vnd\\.aai\\.asyncapi|schema|vnd\\.oai\\.openapi).*"))
                && (Described.isJson(type) || type.isEmpty());
    }

    private String type(JsonNode message) {
        return message.path("contentType")
                .asText(tree.path("defaultContentType").asText(JSON));
    }

    /** That of the message, as an event has it, or else that of the operation. */
    private static String name(OnChannel one, ObjectNode taken) {
        String name = Stream.of("name", "messageId", "title")
                .map(member -> one.message().path(member).asText())
                .filter(text -> !text.isEmpty())
                .findFirst()
                .orElse(one.operation());
        String free = name;
        for (int i = 2; taken.has(free); i++) {
            free = name + "-" + i;
        }
        return free;
    }

    private JsonNode webhook(OnChannel one) {
        ObjectNode item = NODES.objectNode();
        ObjectNode post = item.putObject("post");
        post.put("operationId", one.operation());
        post.put("summary", one.message().path("summary").asText());
        delivered(post, one);
        resolved.apply(one.message().path("headers"))
                .path("properties")
                .properties()
                .forEach(header -> post.withArray("parameters")
                        .addObject()
                        .put("name", header.getKey())
                        .put("in", "header")
                        .put("required", isRequired(one.message().path("headers"), header.getKey()))
                        .set("schema", header.getValue()));
        ObjectNode content = post.putObject("requestBody").putObject("content").putObject(type(one.message()));
        content.set("schema", payload(one.message()));
        JsonNode example = one.message().at("/examples/0/payload");
        if (!example.isMissingNode()) {
            content.set("example", example);
        }
        return item;
    }

    private boolean isRequired(JsonNode headers, String name) {
        return resolved.apply(headers)
                .path("required")
                .valueStream()
                .anyMatch(one -> one.asText().equals(name));
    }

    /** A broker is where both ends meet; the path of a sender is not that of who gets what it sends. */
    private void delivered(ObjectNode post, OnChannel sent) {
        String address = sent.address();
        Optional<String> nats = servers.entrySet().stream()
                .filter(one -> one.getValue().equals("nats"))
                .map(Map.Entry::getKey)
                .findFirst();
        if (servers.isEmpty() || servers.values().stream().anyMatch(one -> one.startsWith("http"))) {
            if (sent.isGot() && !address.isEmpty()) {
                post.put(PATH, address.startsWith("/") ? address : "/" + address);
            }
        } else if (nats.isPresent()) {
            post.putObject(BROKER).put("url", nats.get()).put("subject", address);
        } else {
            post.put(SPEAKS, String.join(", ", new TreeSet<>(servers.values())));
        }
    }
}
