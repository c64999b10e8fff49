package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Document;
import dev.samekey.steps.model.targets.Role;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Which operations of a document a target file gets: their names, their roles, and what comes before what. */
final class RolePlan {
    private static final Pattern PARAMETER = Pattern.compile("\\{([^}]+)}");

    private final Map<String, Planned> planned = new LinkedHashMap<>();
    /** By path, the one that makes a thing in a collection. */
    private final Map<String, Planned> makers = new HashMap<>();
    /** What is made of a schema, or of all operations, is made once: others ask for it again and again. */
    private final Map<String, Map<String, JsonNode>> members = new HashMap<>();

    private final Map<String, JsonNode> samples = new HashMap<>();

    private final Map<String, List<Planned>> before = new HashMap<>();
    private final Map<String, Planned> nearest = new HashMap<>();
    private final Map<String, String> leftOut = new LinkedHashMap<>();

    /**
     * An operation that the target file gets.
     *
     * @param why what the role was guessed by
     */
    record Planned(String name, Described described, Role role, String why) {
        /** Names are unique in a plan. */
        boolean isSame(Planned other) {
            return name.equals(other.name);
        }

        @Override
        public boolean equals(Object other) {
            return other instanceof Planned one && isSame(one);
        }

        @Override
        public int hashCode() {
            return name.hashCode();
        }
    }

    /** @param webhooks those that a consumer gets */
    RolePlan(Document document, List<Described> webhooks) {
        document.unsafe().forEach(this::add);
        webhooks.forEach(this::addWebhook);
    }

    private void addWebhook(Described webhook) {
        if (isOther(webhook)) {
            leaveOut(webhook);
            return;
        }
        String name = RoleGuess.name(webhook.webhook(), webhook.path(), planned::containsKey);
        planned.put(name, new Planned(name, webhook, Role.EVENT, ""));
    }

    private static boolean isOther(Described described) {
        return !described.contents().isEmpty()
                && described.mediaType().isEmpty()
                && described.text().isEmpty()
                && described.fileType().isEmpty();
    }

    private void leaveOut(Described described) {
        leftOut.put(
                described.title(),
                "takes " + String.join(" or ", mediaTypes(described))
                        + ", and the document has neither an example nor a schema of it");
    }

    List<Planned> operations() {
        return List.copyOf(planned.values());
    }

    /** By method and path the operations that the file does not get, each with the reason. */
    Map<String, String> leftOut() {
        return leftOut;
    }

    private void add(Described described) {
        String lastWord = RoleGuess.lastWord(described.path());
        String called = described.node().path("operationId").asText();
        if (Words.isSession(described.path())) {
            leftOut.put(described.title(), "looks like a way to sign in");
        } else if (described.method().equals("post")
                && Words.onlyReads(
                        lastWord, called, described.node().path("summary").asText())) {
            leftOut.put(described.title(), "only reads, by what it is called");
        } else if (isOther(described)) {
            leaveOut(described);
        } else {
            Planned one = guessed(described);
            planned.put(one.name(), one);
            if (described.method().equals("post") && one.role() != Role.EVENT) {
                makers.putIfAbsent(described.path(), one);
            }
        }
    }

    private static List<String> mediaTypes(Described described) {
        return described.contents().properties().stream().map(Map.Entry::getKey).toList();
    }

    private Planned guessed(Described described) {
        String called = described.node().path("operationId").asText();
        RoleGuess guess = RoleGuess.of(
                described.method(),
                described.path(),
                called,
                described.node().path("summary").asText(),
                isMade(described),
                isManaged(described));
        String name = RoleGuess.name(guess.word(), described.path(), planned::containsKey);
        return new Planned(name, described, guess.role(), guess.why());
    }

    private static boolean isManaged(Described described) {
        return described.document().tree().path("paths").properties().stream()
                .anyMatch(path -> path.getKey().startsWith(described.path() + "/{")
                        || (path.getKey().equals(described.path())
                                && path.getValue().has("get")));
    }

    private static boolean isMade(Described described) {
        String collection = described.path().replaceAll("/\\{[^/]+}$", "");
        return described.document().operation("post", collection).findAny().isPresent();
    }

    /** The schemas of the members at the top of its body. */
    Map<String, JsonNode> members(Planned one) {
        return members.computeIfAbsent(one.name(), unused -> SampleBodies.members(one.described(), sample(one)));
    }

    /** An example of its body. */
    JsonNode sample(Planned one) {
        return samples.computeIfAbsent(one.name(), unused -> SampleBodies.sample(one.described()));
    }

    /** Whether another operation comes after it. */
    boolean isNeeded(Planned one) {
        return nearest().containsValue(one);
    }

    /** What must have succeeded before, the nearest first: each comes after the next one. */
    List<Planned> before(Planned one) {
        List<Planned> known = before.get(one.name());
        if (known == null) {
            known = List.copyOf(chain(one));
            before.put(one.name(), known);
        }
        return known;
    }

    private List<Planned> chain(Planned one) {
        List<Planned> chain = new ArrayList<>();
        for (Planned next = nearest().get(one.name());
                next != null;
                next = nearest().get(next.name())) {
            chain.add(next);
        }
        return chain;
    }

    /**
     * By name, the one that makes what an operation works on: by its path, or else by a member of its body. None comes after
     * itself, by whatever detour; paths say more than members, so they are asked first.
     */
    private Map<String, Planned> nearest() {
        if (nearest.isEmpty()) {
            planned.values().forEach(one -> ofPath(one).ifPresent(maker -> nearest.put(one.name(), maker)));
            planned.values().stream()
                    .filter(one -> !nearest.containsKey(one.name()))
                    .forEach(one -> members(one).keySet().stream()
                            .flatMap(member -> ofMember(member).stream())
                            .filter(maker -> !comesAfter(maker, one))
                            .findFirst()
                            .ifPresent(maker -> nearest.put(one.name(), maker)));
        }
        return nearest;
    }

    private boolean comesAfter(Planned maker, Planned one) {
        Planned current = maker;
        while (current != null && !current.isSame(one)) {
            current = nearest.get(current.name());
        }
        return current != null;
    }

    private Optional<Planned> ofPath(Planned one) {
        List<String> collections = new ArrayList<>();
        Matcher parameter = PARAMETER.matcher(one.described().path());
        while (parameter.find()) {
            collections.add(0, one.described().path().substring(0, parameter.start() - 1));
        }
        return collections.stream()
                .flatMap(collection -> makerAt(collection).stream())
                .filter(maker -> !maker.isSame(one))
                .findFirst();
    }

    /** The one that makes a thing in a collection. */
    Optional<Planned> makerAt(String collection) {
        return Optional.ofNullable(makers.get(collection));
    }

    /** The one whose id a member holds, such as {@code payment_id}. */
    Optional<Planned> ofMember(String member) {
        String snake = Words.snake(member);
        if (!snake.endsWith("_id")) {
            return Optional.empty();
        }
        String name = snake.substring(0, snake.length() - 3).replace('_', '-');
        return Optional.ofNullable(planned.get(name))
                .filter(one -> one.described().method().equals("post"));
    }
}
