package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * A Smithy model in its JSON form (version 1 or 2) as an OpenAPI document, by its HTTP bindings. A member with the trait
 * {@code idempotencyToken} is the key of its operation.
 */
final class Smithy {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    private static final String CORE = "smithy.api#";
    private static final List<String> SPOKEN = List.of("aws.protocols#restJson1", "alloy#simpleRestJson");
    private static final List<String> OF_RESOURCES = List.of("create", "put", "read", "update", "delete", "list");
    private static final List<String> LISTS_OF_RESOURCES = List.of("operations", "collectionOperations");

    private final YamlFile file;
    private final JsonNode shapes;
    private final ObjectNode schemas = NODES.objectNode();

    Smithy(YamlFile file) {
        this.file = file;
        this.shapes = file.tree().path("shapes");
    }

    static boolean isOne(JsonNode tree) {
        return tree.has("smithy") && tree.path("shapes").isObject();
    }

    /** @throws BadFile when it has no service, or one whose bodies are no JSON */
    JsonNode asOpenApi() {
        Map.Entry<String, JsonNode> service = shapes.properties().stream()
                .filter(shape -> shape.getValue().path("type").asText().equals("service"))
                .findFirst()
                .orElseThrow(() -> file.error(List.of("shapes"), "is a Smithy model without a service"));
        mustBeSpoken(service);
        ObjectNode made = NODES.objectNode();
        made.put("openapi", "3.1.0");
        made.putObject("info")
                .put("title", trait(service.getValue(), "title").asText(local(service.getKey())))
                .put("version", service.getValue().path("version").asText("1"));
        ObjectNode paths = made.putObject("paths");
        for (String name : operations(service.getValue())) {
            add(name, paths);
        }
        ObjectNode components = made.putObject("components");
        components.set("schemas", schemas);
        secure(service.getValue(), made, components);
        return made;
    }

    private void mustBeSpoken(Map.Entry<String, JsonNode> service) {
        List<String> protocols = service.getValue().path("traits").properties().stream()
                .map(Map.Entry::getKey)
                .filter(trait -> trait.matches(
                        "(aws\\.protocols|alloy|smithy\\.protocols)#[a-zA-Z]+(Json|Rest|Query|Xml|Cbor).*"))
                .toList();
        if (!protocols.isEmpty() && protocols.stream().noneMatch(SPOKEN::contains)) {
            throw file.error(
                    List.of("shapes", service.getKey()),
                    "speaks " + String.join(", ", protocols)
                            + "; restJson1 and simpleRestJson are read. For others, record its traffic with «samekey record» and"
                            + " draft from that with «samekey init --har»");
        }
    }

    private static void secure(JsonNode service, ObjectNode made, ObjectNode components) {
        JsonNode sigv4 = service.path("traits").path("aws.auth#sigv4");
        ObjectNode schemes = components.putObject("securitySchemes");
        if (!sigv4.isMissingNode()) {
            schemes.putObject("sigv4")
                    .put("type", "apiKey")
                    .put("in", "header")
                    .put("name", "Authorization")
                    .put("x-amazon-apigateway-authtype", "awsSigv4")
                    .put("x-samekey-service", sigv4.path("name").asText());
        } else if (service.path("traits").has(CORE + "httpBearerAuth")) {
            schemes.putObject("bearer").put("type", "http").put("scheme", "bearer");
        } else if (service.path("traits").has(CORE + "httpBasicAuth")) {
            schemes.putObject("basic").put("type", "http").put("scheme", "basic");
        } else if (service.path("traits").has(CORE + "httpApiKeyAuth")) {
            JsonNode key = trait(service, "httpApiKeyAuth");
            schemes.putObject("apiKey")
                    .put("type", "apiKey")
                    .put("in", key.path("in").asText())
                    .put("name", key.path("name").asText());
        }
        schemes.fieldNames()
                .forEachRemaining(name -> made.putArray("security").addObject().putArray(name));
    }

    /** Those of the service and of its resources, and of theirs. */
    private Set<String> operations(JsonNode owner) {
        Set<String> names = new LinkedHashSet<>();
        OF_RESOURCES.stream()
                .map(lifecycle -> owner.path(lifecycle).path("target").asText())
                .filter(name -> !name.isEmpty())
                .forEach(names::add);
        LISTS_OF_RESOURCES.forEach(list ->
                owner.path(list).forEach(one -> names.add(one.path("target").asText())));
        owner.path("resources")
                .forEach(resource -> names.addAll(
                        operations(shapes.path(resource.path("target").asText()))));
        return names;
    }

    private void add(String name, ObjectNode paths) {
        JsonNode operation = shapes.path(name);
        JsonNode http = trait(operation, "http");
        if (http.isMissingNode()) {
            return;
        }
        String path = http.path("uri").asText().replace("+}", "}").replaceFirst("\\?.*", "");
        ObjectNode made = paths.withObjectProperty(path)
                .putObject(http.path("method").asText().toLowerCase(Locale.ROOT));
        made.put("operationId", local(name));
        made.put("summary", firstSentence(operation));
        JsonNode input = shapes.path(operation.path("input").path("target").asText());
        ArrayNode parameters = made.putArray("parameters");
        members(input).forEach(member -> parameter(member).ifPresent(parameters::add));
        body(input)
                .ifPresent(schema -> made.putObject("requestBody")
                        .putObject("content")
                        .putObject("application/json")
                        .set("schema", schema));
        ObjectNode responses = made.putObject("responses");
        JsonNode output = shapes.path(operation.path("output").path("target").asText());
        ObjectNode success =
                responses.putObject(String.valueOf(http.path("code").asInt(200)));
        success.put("description", "a success");
        body(output)
                .ifPresent(schema -> success.putObject("content")
                        .putObject("application/json")
                        .set("schema", schema));
        operation.path("errors").forEach(error -> {
            String errorName = error.path("target").asText();
            JsonNode shape = shapes.path(errorName);
            String status = String.valueOf(trait(shape, "httpError")
                    .asInt(trait(shape, "error").asText().equals("server") ? 500 : 400));
            if (!responses.has(status)) {
                responses.putObject(status).put("description", local(errorName) + ". " + documentation(shape));
            }
        });
    }

    private static List<Map.Entry<String, JsonNode>> members(JsonNode structure) {
        return new ArrayList<>(structure.path("members").properties());
    }

    /** A member of the input that does not travel in the body. */
    private Optional<ObjectNode> parameter(Map.Entry<String, JsonNode> member) {
        JsonNode of = member.getValue();
        String in =
                has(of, "httpLabel") ? "path" : has(of, "httpQuery") ? "query" : has(of, "httpHeader") ? "header" : "";
        if (in.isEmpty()) {
            return Optional.empty();
        }
        String name = in.equals("path")
                ? member.getKey()
                : trait(of, in.equals("query") ? "httpQuery" : "httpHeader").asText();
        ObjectNode parameter = NODES.objectNode()
                .put("name", name)
                .put("in", in)
                .put("required", has(of, "required") || in.equals("path"))
                .put("description", described(of));
        parameter.set("schema", member(of));
        return Optional.of(parameter);
    }

    /** What of a structure travels in the body. */
    private Optional<JsonNode> body(JsonNode structure) {
        Optional<JsonNode> payload = members(structure).stream()
                .filter(member -> has(member.getValue(), "httpPayload"))
                .map(member -> schema(member.getValue().path("target").asText()))
                .findFirst();
        if (payload.isPresent()) {
            return payload;
        }
        ObjectNode schema = object(
                structure,
                member -> Stream.of(
                                "httpLabel",
                                "httpQuery",
                                "httpHeader",
                                "httpPrefixHeaders",
                                "httpQueryParams",
                                "httpResponseCode")
                        .noneMatch(trait -> has(member, trait)));
        return schema.path("properties").isEmpty() ? Optional.empty() : Optional.of(schema);
    }

    private ObjectNode object(JsonNode structure, Predicate<JsonNode> travels) {
        ObjectNode schema = NODES.objectNode().put("type", "object");
        ObjectNode properties = schema.putObject("properties");
        ArrayNode required = NODES.arrayNode();
        members(structure).stream()
                .filter(member -> travels.test(member.getValue()))
                .forEach(member -> {
                    String name = trait(member.getValue(), "jsonName").asText(member.getKey());
                    properties.set(name, member(member.getValue()));
                    if (has(member.getValue(), "required")) {
                        required.add(name);
                    }
                });
        if (!required.isEmpty()) {
            schema.set("required", required);
        }
        return schema;
    }

    /** The schema of a member, with what its own traits say. */
    private JsonNode member(JsonNode member) {
        JsonNode schema = schema(member.path("target").asText());
        ObjectNode own = NODES.objectNode();
        own.setAll((ObjectNode) schema);
        bounds(member, own);
        String description = described(member);
        if (!description.isEmpty()) {
            own.put("description", description);
        }
        return own;
    }

    private static String described(JsonNode member) {
        return (has(member, "idempotencyToken") ? "The idempotency token of the request. " : "")
                + documentation(member);
    }

    private JsonNode schema(String target) {
        if (target.startsWith(CORE)) {
            return simple(target.substring(CORE.length()).toLowerCase(Locale.ROOT));
        }
        String name = target.replace('#', '.');
        if (!schemas.has(name)) {
            schemas.putObject(name);
            schemas.set(name, made(shapes.path(target)));
        }
        return NODES.objectNode().put("$ref", "#/components/schemas/" + name);
    }

    private ObjectNode made(JsonNode shape) {
        String type = shape.path("type").asText();
        ObjectNode schema = switch (type) {
            case "structure" -> object(shape, member -> true);
            // Of a union one member is there.
            case "union" -> {
                ObjectNode one = NODES.objectNode();
                members(shape).stream()
                        .limit(1)
                        .forEach(member -> one.put("type", "object")
                                .putObject("properties")
                                .set(member.getKey(), member(member.getValue())));
                one.putArray("required")
                        .addAll(one.path("properties")
                                .propertyStream()
                                .map(member -> (JsonNode) NODES.textNode(member.getKey()))
                                .toList());
                yield one;
            }
            case "list", "set" -> {
                ObjectNode list = NODES.objectNode().put("type", "array");
                yield list.set("items", member(shape.path("member")));
            }
            case "map" -> {
                ObjectNode map = NODES.objectNode().put("type", "object");
                yield map.set("additionalProperties", member(shape.path("value")));
            }
            case "enum", "intEnum" -> {
                ObjectNode values = NODES.objectNode().put("type", type.equals("enum") ? "string" : "integer");
                ArrayNode all = values.putArray("enum");
                members(shape).forEach(member -> all.add(trait(member.getValue(), "enumValue")));
                yield values;
            }
            default -> simple(type.toLowerCase(Locale.ROOT));
        };
        JsonNode values = trait(shape, "enum");
        if (values.isArray()) {
            ArrayNode all = schema.putArray("enum");
            values.forEach(value -> all.add(value.path("value")));
        }
        bounds(shape, schema);
        return schema;
    }

    private static ObjectNode simple(String type) {
        ObjectNode schema = NODES.objectNode();
        return switch (type) {
            case "boolean", "primitiveboolean" -> schema.put("type", "boolean");
            case "byte",
                    "short",
                    "integer",
                    "long",
                    "biginteger",
                    "primitivebyte",
                    "primitiveshort",
                    "primitiveinteger",
                    "primitivelong" -> schema.put("type", "integer");
            case "float", "double", "bigdecimal", "timestamp", "primitivefloat", "primitivedouble" ->
                schema.put("type", "number");
            case "blob" -> schema.put("type", "string").put("format", "byte");
            case "document", "unit" -> schema.put("type", "object");
            default -> schema.put("type", "string");
        };
    }

    private static void bounds(JsonNode shape, ObjectNode schema) {
        JsonNode length = trait(shape, "length");
        boolean isList = schema.path("type").asText().equals("array");
        copy(length.path("min"), schema, isList ? "minItems" : "minLength");
        copy(length.path("max"), schema, isList ? "maxItems" : "maxLength");
        copy(trait(shape, "range").path("min"), schema, "minimum");
        copy(trait(shape, "range").path("max"), schema, "maximum");
        copy(trait(shape, "pattern"), schema, "pattern");
        if (trait(shape, "timestampFormat").asText().equals("date-time")) {
            schema.put("type", "string").put("format", "date-time");
        }
    }

    private static void copy(JsonNode value, ObjectNode schema, String as) {
        if (!value.isMissingNode()) {
            schema.set(as, value);
        }
    }

    private static boolean has(JsonNode shape, String trait) {
        return shape.path("traits").has(CORE + trait);
    }

    private static JsonNode trait(JsonNode shape, String name) {
        return shape.path("traits").path(CORE + name);
    }

    /** Without the tags that it is written with. */
    private static String documentation(JsonNode shape) {
        return trait(shape, "documentation")
                .asText()
                .replaceAll("<[^>]*>", "")
                .replaceAll("\\s+", " ")
                .strip();
    }

    private static String firstSentence(JsonNode shape) {
        return documentation(shape).replaceFirst("(?<=\\.)\\s.*", "");
    }

    private static String local(String name) {
        return name.substring(name.indexOf('#') + 1);
    }
}
