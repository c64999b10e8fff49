package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * A document of version 2.0 with its hosts, parameters, bodies, answers and security as version 3.0 writes them. The rest is the same
 * in both: schemas stay where they are, and so do the references to them.
 */
final class Swagger2 {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String JSON = "application/json";
    private static final String FORM = "application/x-www-form-urlencoded";
    private static final String PARTS = "multipart/form-data";
    private static final Set<String> METHODS = Set.of("get", "post", "put", "patch", "delete", "head", "options");
    /** What says of a parameter what it is, and not what its values are. */
    private static final Set<String> OF_PARAMETERS =
            Set.of("name", "in", "description", "required", "collectionFormat", "allowEmptyValue", "x-example");

    private final JsonNode old;
    private final UnaryOperator<JsonNode> resolved;

    /** @param resolved gives what a reference of the document stands for */
    Swagger2(JsonNode old, UnaryOperator<JsonNode> resolved) {
        this.old = old;
        this.resolved = resolved;
    }

    JsonNode asVersion3() {
        ObjectNode tree = NODES.objectNode();
        tree.setAll((ObjectNode) old);
        tree.put("openapi", "3.0.3");
        servers(tree);
        ObjectNode paths = tree.putObject("paths");
        old.path("paths").properties().forEach(path -> paths.set(path.getKey(), item(resolved.apply(path.getValue()))));
        ObjectNode schemes = NODES.objectNode();
        old.path("securityDefinitions")
                .properties()
                .forEach(one -> schemes.set(one.getKey(), scheme(resolved.apply(one.getValue()))));
        tree.putObject("components").set("securitySchemes", schemes);
        return tree;
    }

    /** Without a host the paths start where the document is. */
    private void servers(ObjectNode tree) {
        String host = old.path("host").asText().replaceFirst("^[a-z]+://", "").replaceFirst("/+$", "");
        String base = old.path("basePath").asText();
        String path = base.isEmpty() || base.startsWith("/") ? base : "/" + base;
        if (host.isEmpty()) {
            if (!path.isEmpty()) {
                tree.putArray("servers").addObject().put("url", path);
            }
            return;
        }
        List<String> said = old.path("schemes")
                .valueStream()
                .map(one -> one.asText().toLowerCase(Locale.ROOT))
                .filter(one -> one.matches("https?"))
                .distinct()
                // A plain one beside a safe one is mostly there to redirect.
                .sorted((one, other) -> Integer.compare(other.length(), one.length()))
                .toList();
        boolean isHere = host.matches("(localhost|127\\.0\\.0\\.1)(:.*)?");
        ArrayNode servers = tree.putArray("servers");
        (said.isEmpty() ? List.of(isHere ? "http" : "https") : said)
                .forEach(scheme -> servers.addObject().put("url", scheme + "://" + host + path));
    }

    private JsonNode item(JsonNode item) {
        if (!(item instanceof ObjectNode)) {
            return item;
        }
        ObjectNode made = NODES.objectNode();
        item.properties().forEach(member -> {
            if (METHODS.contains(member.getKey().toLowerCase(Locale.ROOT))) {
                made.set(member.getKey(), operation(item, resolved.apply(member.getValue())));
            } else if (!member.getKey().equals("parameters")) {
                made.set(member.getKey(), member.getValue());
            }
        });
        return made;
    }

    private JsonNode operation(JsonNode item, JsonNode operation) {
        if (!(operation instanceof ObjectNode object)) {
            return operation;
        }
        ObjectNode made = NODES.objectNode();
        made.setAll(object);
        made.remove(List.of("parameters", "responses"));
        List<JsonNode> all = parameters(item, operation);
        ArrayNode parameters = made.putArray("parameters");
        all.stream()
                .filter(one -> !Set.of("body", "formData").contains(in(one)))
                .forEach(one -> parameters.add(parameter(one)));
        List<JsonNode> fields =
                all.stream().filter(one -> in(one).equals("formData")).toList();
        all.stream()
                .filter(one -> in(one).equals("body"))
                .findFirst()
                .map(body -> body(operation, body))
                .or(() -> Optional.of(fields).filter(some -> !some.isEmpty()).map(some -> form(operation, some)))
                .ifPresent(body -> made.set("requestBody", body));
        ObjectNode responses = made.putObject("responses");
        operation
                .path("responses")
                .properties()
                .forEach(one -> responses.set(one.getKey(), response(operation, resolved.apply(one.getValue()))));
        return made;
    }

    /** Those of the operation, and those of its path that it does not replace. */
    private List<JsonNode> parameters(JsonNode item, JsonNode operation) {
        Map<String, JsonNode> all = new LinkedHashMap<>();
        Stream.of(item, operation)
                .flatMap(level -> level.path("parameters").valueStream())
                .map(resolved)
                .forEach(one -> all.put(in(one) + " " + one.path("name").asText(), one));
        return List.copyOf(all.values());
    }

    private static String in(JsonNode parameter) {
        return parameter.path("in").asText();
    }

    private static JsonNode parameter(JsonNode parameter) {
        ObjectNode made = NODES.objectNode();
        parameter.properties().forEach(member -> {
            if (OF_PARAMETERS.contains(member.getKey())) {
                made.set(member.getKey(), member.getValue());
            }
        });
        JsonNode example = parameter.path("x-example");
        if (!example.isMissingNode()) {
            made.set("example", example);
        }
        return parameter.has("schema")
                ? made.set("schema", parameter.path("schema"))
                : made.set("schema", schema(parameter));
    }

    /** What stands beside the name of a parameter or of a field is the schema of its values. */
    private static ObjectNode schema(JsonNode parameter) {
        ObjectNode schema = NODES.objectNode();
        parameter.properties().forEach(member -> {
            if (!OF_PARAMETERS.contains(member.getKey())) {
                schema.set(member.getKey(), member.getValue());
            }
        });
        if (parameter.path("type").asText().equals("file")) {
            schema.put("type", "string").put("format", "binary");
        }
        return schema;
    }

    private JsonNode body(JsonNode operation, JsonNode body) {
        List<String> types = types(operation, "consumes").stream()
                .filter(type -> !type.startsWith(FORM) && !type.startsWith(PARTS))
                .toList();
        ObjectNode content = NODES.objectNode();
        (types.isEmpty() ? List.of(JSON) : types).forEach(type -> {
            ObjectNode one = content.putObject(type);
            one.set("schema", body.path("schema"));
            JsonNode named = body.path("x-examples").path(type);
            JsonNode example = named.isMissingNode() ? body.path("x-example") : named;
            if (!example.isMissingNode()) {
                one.set("example", example);
            }
        });
        return required(body).set("content", content);
    }

    private static ObjectNode required(JsonNode body) {
        return NODES.objectNode().put("required", body.path("required").asBoolean());
    }

    private JsonNode form(JsonNode operation, List<JsonNode> fields) {
        ObjectNode schema = NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = schema.putArray("required");
        for (JsonNode field : fields) {
            String name = field.path("name").asText();
            ObjectNode value = schema(field);
            for (String member : List.of("description", "x-example")) {
                if (field.has(member)) {
                    value.set(member.replace("x-", ""), field.path(member));
                }
            }
            properties.set(name, value);
            if (field.path("required").asBoolean()) {
                required.add(name);
            }
        }
        boolean hasFile =
                fields.stream().anyMatch(one -> one.path("type").asText().equals("file"));
        boolean isParts = types(operation, "consumes").stream().noneMatch(type -> type.startsWith(FORM))
                && types(operation, "consumes").stream().anyMatch(type -> type.startsWith(PARTS));
        ObjectNode body = NODES.objectNode();
        body.putObject("content").putObject(hasFile || isParts ? PARTS : FORM).set("schema", schema);
        return body;
    }

    private JsonNode response(JsonNode operation, JsonNode response) {
        ObjectNode made = NODES.objectNode()
                .put("description", response.path("description").asText());
        if (response.has("headers")) {
            ObjectNode headers = made.putObject("headers");
            response.path("headers").properties().forEach(one -> headers.set(one.getKey(), parameter(one.getValue())));
        }
        JsonNode examples = response.path("examples");
        JsonNode schema = response.path("schema");
        if (schema.isMissingNode() && examples.isEmpty()) {
            return made;
        }
        ObjectNode content = made.putObject("content");
        List<String> types = types(operation, "produces");
        (types.isEmpty() ? List.of(JSON) : types).forEach(type -> content.putObject(type));
        examples.properties().stream()
                .filter(one -> one.getKey().contains("/"))
                .forEach(one -> content.withObjectProperty(one.getKey()).set("example", one.getValue()));
        if (!schema.isMissingNode()) {
            content.forEach(one -> ((ObjectNode) one).set("schema", schema));
        }
        return made;
    }

    /** The media types of the operation, or else of the document. */
    private List<String> types(JsonNode operation, String member) {
        JsonNode own = operation.path(member);
        return (own.isMissingNode() ? old.path(member) : own)
                .valueStream()
                .map(JsonNode::asText)
                .filter(type -> type.contains("/"))
                .toList();
    }

    private static JsonNode scheme(JsonNode scheme) {
        String type = scheme.path("type").asText();
        if (type.equals("basic")) {
            return NODES.objectNode().put("type", "http").put("scheme", "basic");
        }
        if (!type.equals("oauth2")) {
            return scheme;
        }
        String flow = scheme.path("flow").asText();
        String name = Map.of("application", "clientCredentials", "accessCode", "authorizationCode")
                .getOrDefault(flow, flow);
        ObjectNode made = NODES.objectNode().put("type", type);
        ObjectNode one = made.putObject("flows").putObject(name.isEmpty() ? "implicit" : name);
        for (String member : List.of("authorizationUrl", "tokenUrl", "scopes")) {
            if (scheme.has(member)) {
                one.set(member, scheme.path(member));
            }
        }
        return made;
    }
}
