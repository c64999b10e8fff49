package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import com.fasterxml.jackson.databind.util.RawValue;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.OutsideBody;
import dev.samekey.steps.model.verdict.Judgement;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Other payloads made from a call's own. */
public final class Payloads {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String CONTENT_TYPE = "Content-Type";
    private static final String UNKNOWN = "added_by_samekey";

    /** Where the payload of GraphQL is. */
    private static final String VARIABLES = "/variables";

    /** As long as most APIs take. Several of them are longer than a fingerprint's input that is cut off. */
    public static final int LONG_TEXT = 250;

    private static final int LONGEST_TEXT = 2_000;
    private static final int LONG_LIST = 1_200;
    private static final int LONG_RESPONSE = 8_000;
    private static final int MOST_FORMS = 12;

    private Payloads() {}

    /** With other values at some places, which are named as {@code intent} names them. */
    public static Call changed(Call call, Map<String, JsonNode> changes) {
        Map<String, JsonNode> inBody = new LinkedHashMap<>(changes);
        Call changed = call;
        for (Map.Entry<String, JsonNode> change : changes.entrySet()) {
            Optional<OutsideBody> part = OutsideBody.of(call.operation().request(), change.getKey());
            if (part.isPresent()) {
                inBody.remove(change.getKey());
                changed = OtherParts.changed(changed, part.get(), change.getValue());
            }
        }
        return inBody.isEmpty() ? changed : changed.with(Bodies.changed(changed.request(), call.name(), inBody));
    }

    /** With another value in the first intent field of the call's operation. */
    public static Call another(Call call) {
        Map.Entry<String, JsonNode> field = intent(call).entrySet().iterator().next();
        return changed(call, Map.of(field.getKey(), field.getValue()));
    }

    /** The other values of the intent fields: those of the body, or of other parts where it has none. One is needed. */
    public static Map<String, JsonNode> intent(Call call) {
        Map<String, JsonNode> inBody = call.operation().intentInBody();
        Map<String, JsonNode> intent = inBody.isEmpty() ? call.operation().intentOutside() : inBody;
        if (intent.isEmpty()) {
            throw Judgement.notChecked("intent: the target file names no intent field of " + call.name());
        }
        return intent;
    }

    /** With one member more, which no API knows; empty where it would be no part of the payload. */
    public static Optional<Call> added(Call call) {
        BodyKind kind = call.operation().request().kind();
        if (!kind.isTree() && kind != BodyKind.PARTS) {
            throw Judgement.notApplicable("the " + call.name() + " has no payload that could have one member more");
        }
        Optional<String> place = kind == BodyKind.PARTS ? Optional.of(UNKNOWN) : unknown(call);
        return place.map(one -> changed(call, Map.of(one, TextNode.valueOf(UNKNOWN))));
    }

    /** GraphQL leaves out a variable that the query does not declare, so there the member stands in one that is an object. */
    private static Optional<String> unknown(Call call) {
        String payload = String.valueOf(call.operation().payload());
        if (!payload.equals(VARIABLES)) {
            return Optional.of(payload + "/" + UNKNOWN);
        }
        return json(call).at(payload).properties().stream()
                .filter(variable -> variable.getValue().isObject())
                .map(variable -> payload + "/" + variable.getKey() + "/" + UNKNOWN)
                .findFirst();
    }

    /** Without what stands at a place. */
    public static Call without(Call call, String place) {
        return call.with(Bodies.without(call.request(), call.name(), place));
    }

    /** The payload of one call for both: its own members, and those of the other one that it has not. */
    public static Call joined(Call call, Call other) {
        ObjectNode body = Bodies.read(other.request(), other.name());
        body.setAll(Bodies.read(call.request(), call.name()));
        return call.with(Bodies.write(call.request(), body));
    }

    /** The call with the payload that another one has, to the letter. */
    public static Call ofAnother(Call call, Call other) {
        Request request = call.request().with(other.request().content());
        return call.with(other.request()
                .header(CONTENT_TYPE)
                .map(type -> request.with(CONTENT_TYPE, type))
                .orElse(request));
    }

    /**
     * The same payload with each object's members turned round and white space between them (RFC 8259, section 2), or a
     * form's parameters turned round and encoded more than they need to be.
     */
    public static Call reordered(Call call) {
        if (Bodies.isForm(call.request())) {
            return call.with(Bodies.reordered(call.request(), call.name()));
        }
        String text = turned(json(call)).toPrettyString().replace("\n", "\n\t");
        return call.with(call.request().withBody(text));
    }

    /** The same payload with its numbers as 1000.0 and as 1e3, and with the first letter of each text escaped. */
    public static List<Call> inOtherNotations(Call call) {
        return List.of(
                rewritten(call, node -> number(node, value -> value.setScale(1) + "")),
                rewritten(call, node -> number(node, Payloads::exponent)),
                escaped(call));
    }

    /** The same payload with the first letter of each text escaped (RFC 8259, section 7). */
    public static Call escaped(Call call) {
        return rewritten(call, Payloads::escaped);
    }

    /** The same payload with white space at its end, up to so many bytes. */
    public static Call padded(Call call, int bytes) {
        String body = String.valueOf(call.request().body());
        int missing = bytes - size(call);
        int end = body.lastIndexOf('}');
        return missing <= 0 || end < 0
                ? call
                : call.with(
                        call.request().withBody(body.substring(0, end) + " ".repeat(missing) + body.substring(end)));
    }

    /** How many bytes the body of a call has. */
    public static int size(Call call) {
        return String.valueOf(call.request().body()).getBytes(StandardCharsets.UTF_8).length;
    }

    /** A payload that differs from the call's in a nuance alone, where it has something that could differ so. */
    public static Optional<Call> alike(Call call, Contract.Nuance nuance) {
        return switch (nuance) {
            case LIST_ORDER -> withAListTurnedRound(call);
            case NULL_MEMBERS -> unknown(call).map(place -> changed(call, Map.of(place, JSON.nullNode())));
            case NUMBER_TEXTS ->
                call.operation().intentInBody().keySet().stream()
                        .filter(place -> json(call).at(place).isIntegralNumber())
                        .findFirst()
                        .map(place -> changed(
                                call,
                                Map.of(
                                        place,
                                        TextNode.valueOf(json(call).at(place).asText()))));
        };
    }

    private static Optional<Call> withAListTurnedRound(Call call) {
        ObjectNode body = json(call);
        return list(body.at(call.operation().payload())).map(items -> {
            List<JsonNode> turned = new ArrayList<>();
            items.forEach(turned::add);
            Collections.reverse(turned);
            items.removeAll().addAll(turned);
            return call.with(Bodies.write(call.request(), body));
        });
    }

    /** The first list whose order can be seen. */
    private static Optional<ArrayNode> list(JsonNode node) {
        if (node instanceof ArrayNode array && array.size() > 1 && !array.get(0).equals(array.get(array.size() - 1))) {
            return Optional.of(array);
        }
        return StreamSupport.stream(node.spliterator(), false)
                .flatMap(child -> list(child).stream())
                .findFirst();
    }

    /** Two payloads whose list is so long that they differ behind its first kilobyte alone; empty where no intent is in a list. */
    public static Optional<List<Call>> longLists(Call call) {
        return call.operation().intentInBody().entrySet().stream()
                .flatMap(one -> Item.at(one.getKey()).stream()
                        .flatMap(item -> item.repeated(call, LONG_LIST).stream()
                                .map(base ->
                                        List.of(base, changed(base, Map.of(item.ofTheLast(base), one.getValue()))))))
                .findFirst();
    }

    /** What makes an operation's payload longer, and may be refused for that; the longest first. */
    public static List<UnaryOperator<Call>> longer(Operation operation) {
        List<Item> items = operation.intentInBody().keySet().stream()
                .flatMap(place -> Item.at(place).stream())
                .toList();
        List<String> texts = operation.intentInBody().entrySet().stream()
                .filter(one -> one.getValue().isTextual())
                .map(Map.Entry::getKey)
                .toList();
        Stream<UnaryOperator<Call>> lists = Stream.of(LONG_RESPONSE, LONG_LIST)
                .flatMap(length -> items.stream()
                        .map(item -> call -> item.repeated(call, length).orElse(call)));
        Stream<UnaryOperator<Call>> others = Stream.of(LONGEST_TEXT, LONG_TEXT)
                .flatMap(
                        length -> Stream.concat(Stream.of(texts), texts.stream().map(List::of))
                                .filter(some -> !some.isEmpty())
                                .map(some -> call -> withLongTexts(call, some, length)));
        return Stream.concat(lists, others).limit(MOST_FORMS).toList();
    }

    /** With so long a text at each of these places. */
    public static Call withLongTexts(Call call, List<String> places, int length) {
        return changed(call, places.stream().collect(Collectors.toMap(place -> place, place ->
                (JsonNode) TextNode.valueOf("a".repeat(length)))));
    }

    /** A place within a list: the list's, the number of its item, and the place within that. */
    private record Item(String list, int index, String member) {
        private static final Pattern FORM = Pattern.compile("(.*?)/(\\d+)((?:/.*)?)");

        static Optional<Item> at(String place) {
            Matcher matcher = FORM.matcher(place);
            return matcher.matches()
                    ? Optional.of(new Item(matcher.group(1), Integer.parseInt(matcher.group(2)), matcher.group(3)))
                    : Optional.empty();
        }

        /** With more of this item, up to so many letters; empty where the payload has no such list. */
        Optional<Call> repeated(Call call, int length) {
            if (call.operation().request().kind() != BodyKind.JSON) {
                return Optional.empty();
            }
            ObjectNode body = json(call);
            JsonNode item = body.at(list).path(index);
            if (item.isMissingNode() || !(body.at(list) instanceof ArrayNode items)) {
                return Optional.empty();
            }
            while (items.toString().length() < length) {
                items.add(item.deepCopy());
            }
            return Optional.of(call.with(Bodies.write(call.request(), body)));
        }

        /** The same place in the last item. */
        String ofTheLast(Call call) {
            return list + "/" + (json(call).at(list).size() - 1) + member;
        }
    }

    private static Call rewritten(Call call, UnaryOperator<JsonNode> leaf) {
        return call.with(call.request().withBody(mapped(json(call), leaf).toString()));
    }

    private static JsonNode number(JsonNode node, Function<BigDecimal, String> notation) {
        return node.isIntegralNumber() ? raw(notation.apply(node.decimalValue())) : node;
    }

    private static String exponent(BigDecimal value) {
        BigDecimal stripped = value.stripTrailingZeros();
        return stripped.unscaledValue() + "e" + -stripped.scale();
    }

    private static JsonNode escaped(JsonNode node) {
        if (!node.isTextual() || !node.textValue().matches("(?s)\\p{ASCII}.*")) {
            return node;
        }
        String rest = TextNode.valueOf(node.textValue().substring(1)).toString();
        return raw("\"\\u%04x".formatted((int) node.textValue().charAt(0)) + rest.substring(1));
    }

    private static JsonNode raw(String json) {
        return JSON.getNodeFactory().rawValueNode(new RawValue(json));
    }

    private static ObjectNode json(Call call) {
        if (Bodies.isForm(call.request())) {
            throw Judgement.notApplicable("the " + call.name() + " has no JSON payload");
        }
        return Bodies.read(call.request(), call.name());
    }

    private static JsonNode turned(JsonNode node) {
        if (node instanceof ObjectNode object) {
            List<Map.Entry<String, JsonNode>> members = new ArrayList<>(object.properties());
            Collections.reverse(members);
            ObjectNode turned = JSON.createObjectNode();
            members.forEach(member -> turned.set(member.getKey(), turned(member.getValue())));
            return turned;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode same = JSON.createArrayNode();
            array.forEach(item -> same.add(turned(item)));
            return same;
        }
        return node;
    }

    private static JsonNode mapped(JsonNode node, UnaryOperator<JsonNode> leaf) {
        if (node instanceof ObjectNode object) {
            ObjectNode copy = JSON.createObjectNode();
            object.properties().forEach(member -> copy.set(member.getKey(), mapped(member.getValue(), leaf)));
            return copy;
        }
        if (node instanceof ArrayNode array) {
            ArrayNode copy = JSON.createArrayNode();
            array.forEach(item -> copy.add(mapped(item, leaf)));
            return copy;
        }
        return leaf.apply(node);
    }
}
