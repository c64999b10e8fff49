package dev.samekey.steps.author.design;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.author.design.Bound.Place;
import dev.samekey.steps.author.design.Bound.Point;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.openapi.Schemas;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.TargetFile;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The bounds of the members of payloads, as the target's OpenAPI document has them: of numbers and of the lengths of texts, in the
 * first level of a body. A document behind a URL is not read, since nothing is sent.
 */
final class PayloadBounds {
    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** A longer text is no data that a person would send. */
    private static final int LONGEST = 1000;

    private final TargetFile file;

    PayloadBounds(TargetFile file) {
        this.file = file;
    }

    /**
     * A bound of a member.
     *
     * @param limit the value at the bound
     * @param outside the value just outside of it
     * @param inside the value just inside of it
     * @param isLeast whether smaller values are outside
     */
    record OfMember(
            Operation operation,
            String member,
            String source,
            JsonNode limit,
            JsonNode outside,
            JsonNode inside,
            boolean isLeast) {
        /** The bound with the case that tries it. */
        Bound bound(String id) {
            Tried tried = new Tried(List.of(id), null);
            Tried none = Tried.none("Nothing changes between this value and the one at the bound.");
            Point out = new Point(isLeast ? Place.BELOW : Place.ABOVE, shown(outside), "refused", tried);
            Point at = new Point(Place.AT, shown(limit), "accepted", tried);
            Point in = new Point(isLeast ? Place.ABOVE : Place.BELOW, shown(inside), "accepted", none);
            return new Bound(
                    member + " of " + operation.withArticle(),
                    source,
                    operation.name(),
                    isLeast ? List.of(out, at, in) : List.of(in, at, out));
        }

        String title() {
            return "A new " + operation.name() + " whose " + member + " is just " + (isLeast ? "below" : "above")
                    + " its bound is refused and succeeds at the bound";
        }

        static String shown(JsonNode value) {
            return value.isTextual() ? value.textValue().length() + " characters" : value.toString();
        }
    }

    /** Those of all operations; none where there is no document, or only its URL. */
    List<OfMember> all() {
        return document().map(this::all).orElse(List.of());
    }

    /** Why no bounds of payloads are known; null where the document was read. */
    @Nullable
    String whyNone() {
        String place = file.target().openapi();
        if (place == null) {
            return "The target file names no OpenAPI document (openapi).";
        }
        return Document.isUrl(place)
                ? "The OpenAPI document is at a URL, and nothing is sent: save it as a file."
                : null;
    }

    private Optional<Document> document() {
        String place = file.target().openapi();
        return place == null || Document.isUrl(place)
                ? Optional.empty()
                : Optional.of(Document.read(place, file.folder(), file.network()));
    }

    private List<OfMember> all(Document document) {
        List<OfMember> all = new ArrayList<>();
        for (Operation operation : file.target().operations().values()) {
            if (operation.role().isKeyed() && operation.request().body() != null) {
                document.describing(
                                operation.request().method(),
                                operation.request().path())
                        .ifPresent(described -> members(operation, described, document, all));
            }
        }
        return all;
    }

    private static void members(Operation operation, Described described, Document document, List<OfMember> all) {
        Schemas schemas = new Schemas(document, name -> false);
        JsonNode schema = described
                .mediaType()
                .map(type -> schemas.flat(described.contents().path(type).path("schema")))
                .orElse(NODES.missingNode());
        JsonNode body = operation.request().body();
        for (Map.Entry<String, JsonNode> property : schema.path("properties").properties()) {
            if (body != null && body.has(property.getKey())) {
                JsonNode member = schemas.flat(property.getValue());
                switch (Schemas.type(member)) {
                    case "integer" -> number(operation, property.getKey(), member, BigDecimal.ONE, all);
                    case "number" -> number(operation, property.getKey(), member, new BigDecimal("0.01"), all);
                    case "string" -> text(operation, property.getKey(), member, all);
                    default -> {
                        // What bounds lists and objects is not simple.
                    }
                }
            }
        }
    }

    private static void number(Operation operation, String name, JsonNode schema, BigDecimal step, List<OfMember> all) {
        for (boolean isLeast : List.of(true, false)) {
            String word = isLeast ? "minimum" : "maximum";
            String exclusive = isLeast ? "exclusiveMinimum" : "exclusiveMaximum";
            BigDecimal inwards = isLeast ? step : step.negate();
            JsonNode limit = schema.path(word);
            // In OpenAPI 3.0 it says of the other one that it is outside itself; from 3.1 on it is the number.
            boolean isOutside = schema.path(exclusive).asBoolean(false);
            if (schema.path(exclusive).isNumber()) {
                limit = schema.path(exclusive);
                isOutside = true;
            }
            if (limit.isNumber()) {
                BigDecimal first = isOutside ? limit.decimalValue().add(inwards) : limit.decimalValue();
                all.add(new OfMember(
                        operation,
                        name,
                        (schema.path(exclusive).isNumber() ? exclusive : word) + ": " + limit,
                        NODES.numberNode(first),
                        NODES.numberNode(first.subtract(inwards)),
                        NODES.numberNode(first.add(inwards)),
                        isLeast));
            }
        }
    }

    private static void text(Operation operation, String name, JsonNode schema, List<OfMember> all) {
        if (schema.has("format") || schema.has("pattern") || schema.has("enum")) {
            return;
        }
        int least = schema.path("minLength").asInt(0);
        if (least > 0 && least <= LONGEST) {
            all.add(new OfMember(
                    operation,
                    name,
                    "minLength: " + least,
                    letters(least),
                    letters(least - 1),
                    letters(least + 1),
                    true));
        }
        int most = schema.path("maxLength").asInt(0);
        if (most > 0 && most <= LONGEST) {
            all.add(new OfMember(
                    operation, name, "maxLength: " + most, letters(most), letters(most + 1), letters(most - 1), false));
        }
    }

    private static JsonNode letters(int number) {
        return NODES.textNode("a".repeat(number));
    }
}
