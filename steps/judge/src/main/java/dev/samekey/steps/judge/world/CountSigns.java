package dev.samekey.steps.judge.world;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.listing.Items;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.model.targets.Operation;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** By what a wrong count of effects is known again, without Samekey: a listing that a script can look at, if one counts wrong. */
final class CountSigns {
    private final Calls calls;
    /** What each listing has shown last, by its name. */
    private final Map<String, Items> shown = new HashMap<>();

    CountSigns(Calls calls) {
        this.calls = calls;
    }

    /** @param listing its name */
    void note(String listing, Items items) {
        shown.put(listing, items);
    }

    /**
     * By what a wrong count is known again. Another oracle is taken where only the first needs more than a request, and that one
     * counts wrong too.
     */
    Sign of(String oracle, Call call, Collection<Call> senders, long wanted) {
        return Listings.named(call).entrySet().stream()
                .filter(list ->
                        list.getKey().equals(oracle) || !Listings.named(call).containsKey(oracle))
                .filter(list -> isCountable(list.getValue()))
                .filter(list -> shown.getOrDefault(list.getKey(), new Items(wanted, List.of()))
                                .count()
                        != wanted)
                .findFirst()
                .map(list -> (Sign) listed(list.getKey(), list.getValue(), call, senders, wanted))
                .orElseGet(() -> new Sign.Elsewhere(oracle, call.unique(), String.valueOf(call.key())));
    }

    private static boolean isCountable(Operation.Listing list) {
        return list.showsOne() && list.where().isEmpty() && list.path().contains("${unique}");
    }

    private Sign.Listed listed(String name, Operation.Listing list, Call call, Collection<Call> senders, long wanted) {
        List<Request> views = Stream.concat(Stream.of(call), senders.stream())
                .filter(sender -> sender.unique().equals(call.unique()))
                .map(sender -> new Request(
                        "GET", Listings.filled(list.path(), call), calls.credentials(sender.caller()), (String) null))
                .distinct()
                .toList();
        Duration within = Objects.requireNonNullElse(call.operation().effectsWithin(), Duration.ZERO);
        Items seen = shown.getOrDefault(name, new Items(0, List.of()));
        return new Sign.Listed(
                views,
                calls.replica(),
                member(call.operation(), seen.rows()),
                call.unique(),
                wanted,
                seen.count(),
                within.toSeconds());
    }

    /** The name of a member that each row has once: that of its id, if it has one. */
    private static String member(Operation operation, List<JsonNode> rows) {
        String id = operation.id() == null
                ? "id"
                : operation.id().substring(operation.id().lastIndexOf('/') + 1);
        return Stream.concat(
                        Stream.of(id),
                        rows.stream()
                                .limit(1)
                                .flatMap(row -> row.propertyStream().map(Map.Entry::getKey)))
                .filter(name -> rows.stream().allMatch(row -> times(name, row) == 1))
                .findFirst()
                .orElse(id);
    }

    private static int times(String name, JsonNode row) {
        return row.toString().split("\"" + Pattern.quote(name) + "\":", -1).length - 1;
    }
}
