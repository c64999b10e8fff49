package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Payload;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.file.Placeholders;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.OutsideBody;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Other requests made from a call's own by a part that is not its body. */
public final class OtherParts {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A shorter segment may stand in a response by chance. */
    private static final int SHORTEST_SEGMENT = 3;

    private OtherParts() {}

    static Call changed(Call call, OutsideBody part, JsonNode other) {
        Template template = new Template(call.values());
        Request request = call.request();
        return call.with(
                switch (part.in()) {
                    case HEADERS -> request.with(part.name(), template.fill(other.asText()));
                    case PATH -> request.to(template.path(other.asText()));
                    case QUERY -> request.to(withParameter(request.path(), part.name(), template.fill(other.asText())));
                });
    }

    /** A place, named as {@code intent} names it, and another value for it. */
    public record Other(String place, JsonNode value) {}

    /**
     * In turn another value for each parameter and each segment of the path that is written in the target file and that the
     * response to such a request shows: a response that shows the earlier value is about another request.
     */
    public static List<Other> shown(Operation operation, Answer answer) {
        String path = operation.request().path();
        JsonNode body = tree(answer);
        Set<OutsideBody> named = operation.intentOutside().keySet().stream()
                .flatMap(place -> OutsideBody.of(operation.request(), place).stream())
                .collect(Collectors.toSet());
        List<Other> others = new ArrayList<>();
        if (named.stream().anyMatch(part -> part.in() == OutsideBody.In.PATH)) {
            return others;
        }
        parameters(path).forEach((name, value) -> {
            if (!named.contains(new OutsideBody(OutsideBody.In.QUERY, name))
                    && shows(body, (member, leaf) -> plain(member).equals(plain(name)) && leaf.equals(value))) {
                others.add(new Other("?" + name, TextNode.valueOf(another(value))));
            }
        });
        List<String> segments = segments(path);
        for (int i = 0; i < segments.size(); i++) {
            String segment = segments.get(i);
            if (segment.length() >= SHORTEST_SEGMENT && shows(body, (member, leaf) -> leaf.equals(segment))) {
                List<String> changed = new ArrayList<>(segments);
                changed.set(i, another(segment));
                others.add(new Other("path", TextNode.valueOf(String.join("/", changed) + query(path))));
            }
        }
        return others;
    }

    /** Whether the path names what another operation made. */
    public static boolean nameAnother(Call call) {
        String before = call.operation().after();
        return before != null
                && Placeholders.names(call.operation().request().path())
                        .anyMatch(name -> name.startsWith(before + "."));
    }

    /** What another request with the same body differs in; nothing where it does not. */
    public static Optional<String> difference(Request first, Request other) {
        if (!Objects.equals(first.body(), other.body())) {
            return Optional.empty();
        }
        if (!segments(first.path()).equals(segments(other.path()))) {
            return Optional.of("another path (" + other.path() + ")");
        }
        if (!first.path().equals(other.path())) {
            Map<String, String> before = parameters(first.path());
            return parameters(other.path()).entrySet().stream()
                    .filter(one -> !one.getValue().equals(before.get(one.getKey())))
                    .findFirst()
                    .map(one -> "another " + one.getKey() + " in its query (" + one.getValue() + ")");
        }
        return other.headers().stream()
                .filter(header -> !first.headers().contains(header))
                .findFirst()
                .map(header -> "another header (" + header + ")");
    }

    /** The parameters that have the same value in each request. */
    private static Map<String, String> parameters(String path) {
        return Stream.of(query(path).replaceFirst("\\?", "").split("&"))
                .map(pair -> pair.split("=", 2))
                .filter(sides -> sides.length == 2 && !sides[1].contains("${"))
                .collect(Collectors.toMap(
                        sides -> Payload.decoded(sides[0]), sides -> Payload.decoded(sides[1]), (one, same) -> one));
    }

    private static String query(String path) {
        int query = path.indexOf('?');
        return query < 0 ? "" : path.substring(query);
    }

    private static List<String> segments(String path) {
        return List.of(path.substring(0, path.length() - query(path).length()).split("/"));
    }

    private static String withParameter(String path, String name, String value) {
        String pair = new Template(Map.of("name", TextNode.valueOf(name), "value", TextNode.valueOf(value)))
                .path("?${name}=${value}");
        String changed = Stream.of(query(path).replaceFirst("\\?", "").split("&"))
                .map(own -> Payload.decoded(own.split("=", 2)[0]).equals(name) ? pair.substring(1) : own)
                .collect(Collectors.joining("&", "?", ""));
        return path.substring(0, path.length() - query(path).length()) + changed;
    }

    /** A number that is another one, or a text that is a little longer. */
    private static String another(String value) {
        return value.matches("\\d+") ? new BigInteger(value).add(BigInteger.ONE).toString() : value + "x";
    }

    private static String plain(String name) {
        return name.replaceAll("[^\\p{Alnum}]", "").toLowerCase(Locale.ROOT);
    }

    private static boolean shows(JsonNode node, BiPredicate<String, String> fits) {
        return node.properties().stream()
                        .anyMatch(member -> member.getValue().isValueNode()
                                ? fits.test(member.getKey(), member.getValue().asText())
                                : shows(member.getValue(), fits))
                || (node.isArray() && node.valueStream().anyMatch(item -> shows(item, fits)));
    }

    private static JsonNode tree(Answer answer) {
        try {
            return JSON.readTree(answer.body());
        } catch (JsonProcessingException noJson) {
            return JSON.missingNode();
        }
    }
}
