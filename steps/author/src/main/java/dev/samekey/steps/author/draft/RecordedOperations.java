package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.targets.BodyKind;
import dev.samekey.steps.model.targets.Role;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a recording: which there are, and which of them needs the id of another's result. An id is known by its
 * value, where a response was recorded, or else by its place in a path and by its name.
 */
final class RecordedOperations {
    private static final Pattern LOOKS_LIKE_ID = Pattern.compile(
            "\\d+|[0-9a-fA-F]{8}-[0-9a-fA-F-]{27}|(?=.*\\d).{12,}|[A-Za-z]+[_-](?=(\\D*\\d){2})\\w{4,}");
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:([^}]*)}");
    /** A shorter value stands in many places by chance. */
    private static final int TELLING = 6;

    private final Key key;
    private final Map<String, One> operations = new LinkedHashMap<>();
    /** By the value of an id, the operation whose result has it. */
    private final Map<String, String> makers = new LinkedHashMap<>();

    /**
     * An operation.
     *
     * @param template its path with a name in braces for each id
     * @param path as a target file writes it
     * @param body missing where there is none
     * @param id where a success has the id of the result; null where nothing says it
     */
    record One(
            String name,
            RecordedRequest request,
            RequestForm form,
            RoleGuess guess,
            String template,
            String path,
            JsonNode body,
            @Nullable String id,
            @Nullable String after) {
        /** Such as {@code POST /payments/{id}/refunds}. */
        String title() {
            return request.method() + " " + template;
        }

        private One after(@Nullable String other) {
            return new One(name, request, form, guess, template, path, body, id, other);
        }

        private One id(@Nullable String pointer) {
            return new One(name, request, form, guess, template, path, body, pointer, after);
        }

        /** The value that distinguishes the recorded request from others; nothing where the body has none. */
        Optional<String> reference() {
            return Leaves.unique(form.kind(), body)
                    .map(place -> form.kind().at(body, place).asText());
        }
    }

    RecordedOperations(Key key) {
        this.key = key;
    }

    List<One> all() {
        return List.copyOf(operations.values());
    }

    /**
     * Adds one. The operations that it needs are added before it.
     *
     * @return the operation that is the same one, and so stays in its place; nothing where there is none
     */
    Optional<One> add(RecordedRequest request, RequestForm form) {
        Set<String> needed = new LinkedHashSet<>();
        String path = path(request.path(), request, needed);
        String template = template(path);
        RoleGuess guess = RoleGuess.of(
                request.method().toLowerCase(Locale.ROOT), template, request.name(), "", isMade(template), false);
        Optional<One> same = same(request, form, template);
        if (same.isPresent()) {
            remember(same.get().name(), id(request, same.get().name()), request);
            return same;
        }
        JsonNode body = body("", form.body(form.key().orElse(key)), request, needed);
        String name = RoleGuess.name(word(request, guess), template, operations::containsKey);
        String plain = path.replaceFirst("[?].*", "");
        boolean isNamedByClient = request.method().equals("PUT")
                && guess.role() == Role.CREATE
                && template.endsWith("/{id}")
                && !plain.endsWith(".id}");
        String own = isNamedByClient
                ? plain.replaceFirst("[^/]*$", Matcher.quoteReplacement(SampleBodies.UNIQUE))
                        + path.substring(plain.length())
                : path;
        String id = id(request, name);
        remember(name, id, request);
        operations.put(name, new One(name, request, form, guess, template, own, body, id, null));
        need(name, needed);
        return Optional.empty();
    }

    /** Where an id that others need was not recorded, it is taken to be in the usual place. */
    private void need(String name, Set<String> needed) {
        needed.forEach(other -> {
            One maker = there(other);
            if (maker.id() == null) {
                operations.put(other, maker.id("/id"));
            }
        });
        operations.keySet().stream()
                .filter(needed::contains)
                .sorted((one, two) -> Integer.compare(position(two), position(one)))
                .toList()
                .forEach(other -> put(other, name));
    }

    /** Has one operation come before another: the chains of both go on as one where they meet. */
    private void put(String before, String name) {
        List<String> chain = chain(name);
        if (chain.contains(before)) {
            return;
        }
        List<String> others = chain(before);
        String last = chain.stream()
                .takeWhile(one -> !others.contains(one))
                .reduce((one, next) -> next)
                .orElse(name);
        operations.put(last, there(last).after(before));
    }

    private List<String> chain(String name) {
        List<String> chain = new ArrayList<>(List.of(name));
        for (String next = there(name).after(); next != null; next = there(next).after()) {
            chain.add(next);
        }
        return chain;
    }

    private int position(String name) {
        return new ArrayList<>(operations.keySet()).indexOf(name);
    }

    private One there(String name) {
        return Objects.requireNonNull(operations.get(name), name);
    }

    private void remember(String name, @Nullable String id, RecordedRequest request) {
        if (id != null && request.response() != null) {
            makers.put(request.response().body().at(id).asText(), name);
        }
    }

    private Optional<One> same(RecordedRequest request, RequestForm form, String template) {
        return operations.values().stream()
                .filter(one -> one.request().method().equals(request.method())
                        && one.template().replaceFirst("[?].*", "").equals(template.replaceFirst("[?].*", ""))
                        && GraphQl.name(one.form().body(key)).equals(GraphQl.name(form.body(key))))
                .findFirst();
    }

    private boolean isMade(String template) {
        String collection = template.replaceAll("/\\{[^/]+}$", "");
        return operations.values().stream()
                .anyMatch(one ->
                        one.request().method().equals("POST") && one.template().equals(collection));
    }

    /** What people call it, where that is no sentence; without the verb, because a report says «a repeated payment». */
    private static String word(RecordedRequest request, RoleGuess guess) {
        String graphQl = GraphQl.name(JsonFile.tree(String.valueOf(request.data())));
        if (!graphQl.isEmpty()) {
            return graphQl;
        }
        String called = Words.snake(request.name().strip())
                .replaceAll("[^a-z0-9]+", "-")
                .replaceAll("^-|-$", "")
                .replaceAll("(^|-)(a|an|the|new|request|api|endpoint|by|id)(?=-|$)", "$1")
                .replaceAll("-+", "-")
                .replaceAll("^-|-$", "");
        String noun = called.replaceFirst("^(create|add|make|post|place|submit|do|perform|execute)-", "");
        boolean isName = noun.matches("[a-z][a-z0-9]*(-[a-z0-9]+){0,2}")
                && !noun.matches("(post|put|patch|delete|create|update|add)");
        return isName ? noun : guess.word();
    }

    /** The path with ids of results in it, such as {@code /payments/${payment.id}/refunds}. */
    private String path(String path, RecordedRequest request, Set<String> needed) {
        int query = path.indexOf('?');
        String[] parts = (query < 0 ? path : path.substring(0, query)).split("/", -1);
        StringBuilder whole = new StringBuilder(parts[0]);
        for (int i = 1; i < parts.length; i++) {
            String before = template(whole.toString());
            whole.append('/').append(segment(parts[i], before, request, needed));
        }
        return whole + (query < 0 ? "" : parameters(path.substring(query), request, needed));
    }

    private String segment(String part, String before, RecordedRequest request, Set<String> needed) {
        Matcher variable = VARIABLE.matcher(part);
        boolean isVariable = variable.matches();
        String value = isVariable ? request.values().getOrDefault(variable.group(1), part) : part;
        String byValue = value.length() >= TELLING
                        || at(before)
                                .filter(one -> one.equals(makers.get(value)))
                                .isPresent()
                ? makers.get(value)
                : null;
        Optional<String> maker = Optional.ofNullable(byValue)
                .or(() -> isVariable || LOOKS_LIKE_ID.matcher(part).matches() ? at(before) : Optional.empty())
                .or(() -> isVariable ? named(variable.group(1)) : Optional.empty());
        return maker.map(name -> reference(name, needed)).orElse(value);
    }

    /** The one that makes a thing in a collection. */
    private Optional<String> at(String collection) {
        return operations.values().stream()
                .filter(one -> one.request().method().equals("POST")
                        && one.template().replaceFirst("[?].*", "").equals(collection))
                .map(One::name)
                .findFirst();
    }

    /** The one whose id is called so, such as {@code payment_id}. */
    private Optional<String> named(String called) {
        String snake = Words.snake(called);
        String name = snake.replaceFirst("_u?u?id$", "").replace('_', '-');
        return snake.equals(name.replace('-', '_'))
                ? Optional.empty()
                : Optional.of(name).filter(operations::containsKey);
    }

    private static String reference(String name, Set<String> needed) {
        needed.add(name);
        return "${" + name + ".id}";
    }

    private String parameters(String query, RecordedRequest request, Set<String> needed) {
        StringBuilder whole = new StringBuilder();
        String between = "?";
        for (String pair : query.substring(1).split("&", -1)) {
            String[] sides = pair.split("=", 2);
            whole.append(between).append(sides[0]);
            if (sides.length > 1) {
                whole.append('=').append(value(sides[0], sides[1], request, needed));
            }
            between = "&";
        }
        return whole.toString();
    }

    /** A value of a parameter or of a member of a body. */
    private String value(String name, String value, RecordedRequest request, Set<String> needed) {
        Matcher variable = VARIABLE.matcher(value);
        String known = variable.matches() ? request.values().getOrDefault(variable.group(1), value) : value;
        String byValue = known.length() >= TELLING ? makers.get(known) : null;
        Optional<String> maker = Optional.ofNullable(byValue).or(() -> named(name));
        return maker.map(one -> reference(one, needed)).orElse(known);
    }

    private JsonNode body(String name, JsonNode node, RecordedRequest request, Set<String> needed) {
        if (node instanceof ObjectNode object) {
            object.properties()
                    .forEach(member -> member.setValue(body(member.getKey(), member.getValue(), request, needed)));
            return object;
        }
        if (node instanceof ArrayNode array) {
            for (int i = 0; i < array.size(); i++) {
                array.set(i, body(name, array.get(i), request, needed));
            }
            return array;
        }
        if (!node.isTextual() && !node.isIntegralNumber()) {
            return node;
        }
        String filled = value(name, node.asText(), request, needed);
        return filled.equals(node.asText()) ? node : TextNode.valueOf(filled);
    }

    /** The path of a request that only reads, with the ids in it. */
    String reading(RecordedRequest request) {
        return path(request.path(), request, new LinkedHashSet<>());
    }

    /** A path with a name in braces for each id, without its query. */
    static String template(String path) {
        StringBuilder whole = new StringBuilder();
        String between = "";
        for (String part : path.replaceFirst("[?].*", "").split("/", -1)) {
            boolean isId = part.contains("${") || LOOKS_LIKE_ID.matcher(part).matches();
            whole.append(between).append(isId ? "{id}" : part);
            between = "/";
        }
        return whole.toString();
    }

    /** Where the response has the id of the result. */
    private static @Nullable String id(RecordedRequest request, String name) {
        RecordedRequest.Response response = request.response();
        if (response == null) {
            return null;
        }
        String long_ = name.replace('-', '_') + "_id";
        Map<String, JsonNode> leaves = Leaves.of(response.body());
        return Stream.<Predicate<String>>of(
                        last -> last.equals("id"), last -> last.equals(long_), last -> last.equals("uuid"))
                .flatMap(fits -> leaves.keySet().stream()
                        .filter(pointer -> fits.test(Words.snake(Leaves.name(BodyKind.JSON, pointer))))
                        .sorted(Comparator.comparingInt(pointer -> pointer.split("/", -1).length))
                        .limit(1))
                .findFirst()
                .orElse(null);
    }
}
