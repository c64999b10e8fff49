package dev.samekey.steps.author.discover;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.contract.Marker;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What only replays carry: a header or a member that is alike on two replays, and not so on what was new. */
final class Markers {
    /** They speak of the message, of the time or of a cache. */
    private static final Set<String> OF_EVERY_ANSWER = Set.of(
            "content-length", "transfer-encoding", "date", "age", "expires", "connection", "keep-alive", "set-cookie");

    private final Set<String> known = Dialects.SHIPPED.stream()
            .map(Dialects::shipped)
            .map(Contract::marker)
            .filter(Objects::nonNull)
            .map(Marker::place)
            .map(place -> place.toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());

    /**
     * The marker as a dialect writes it; null of JSON where replays carry none.
     *
     * @param fresh answers to new requests
     * @param replays at least two
     */
    JsonNode of(List<Probed> fresh, List<Probed> replays) {
        List<ObjectNode> found = new ArrayList<>();
        headers(replays.get(0))
                .forEach(name -> marker(
                                fresh,
                                replays,
                                reply -> reply.answer().header(name).orElse(null))
                        .ifPresent(values -> found.add(named("header", name, values))));
        fresh.get(0).differences(replays.get(0)).stream()
                .filter(pointer -> !pointer.isEmpty())
                .forEach(pointer -> marker(
                                fresh, replays, reply -> scalar(reply.body().at(pointer)))
                        .ifPresent(values -> found.add(named("member", pointer, values))));
        return found.stream()
                .max(Comparator.comparingInt(this::likelihood))
                .<JsonNode>map(one -> one)
                .orElse(NullNode.getInstance());
    }

    /** Whether an answer carries the mark of a replay. */
    static boolean isOn(@Nullable JsonNode marker, Probed reply) {
        if (marker == null) {
            return false;
        }
        String actual = marker.has("header")
                ? reply.answer().header(marker.path("header").asText()).orElse(null)
                : scalar(reply.body().at(marker.path("member").asText()));
        return marker.path("replay").asText().equals(actual);
    }

    private static Set<String> headers(Probed replay) {
        return replay.answer().headers().stream()
                .map(Header::name)
                .filter(name -> !OF_EVERY_ANSWER.contains(name.toLowerCase(Locale.ROOT)))
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private record Values(@Nullable String first, String replay) {}

    private static Optional<Values> marker(
            List<Probed> fresh, List<Probed> replays, Function<Probed, @Nullable String> at) {
        String replay = at.apply(replays.get(0));
        String first = at.apply(fresh.get(0));
        boolean distinguishes = replay != null
                && !replay.equals(first)
                && replays.stream().allMatch(one -> replay.equals(at.apply(one)))
                && fresh.stream().allMatch(one -> Objects.equals(first, at.apply(one)));
        return distinguishes ? Optional.of(new Values(first, replay)) : Optional.empty();
    }

    private static ObjectNode named(String kind, String name, Values values) {
        ObjectNode marker = JsonNodeFactory.instance.objectNode().put(kind, name);
        if (values.first() != null) {
            marker.put("first", values.first());
        }
        return marker.set("replay", TextNode.valueOf(values.replay()));
    }

    /** Of several the one that a shipped dialect knows, or that is called so. */
    private int likelihood(ObjectNode marker) {
        String name = (marker.path("header").asText() + marker.path("member").asText()).toLowerCase(Locale.ROOT);
        return (known.contains(name) ? 2 : 0) + (name.contains("idempot") || name.contains("replay") ? 1 : 0);
    }

    private static @Nullable String scalar(JsonNode node) {
        return node.isValueNode() && !node.isNull() ? node.asText() : null;
    }
}
