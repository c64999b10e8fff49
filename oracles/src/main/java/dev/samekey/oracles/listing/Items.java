package dev.samekey.oracles.listing;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * What a listing shows.
 *
 * @param count how many there are
 * @param rows each of them; none where the listing has only a number
 */
public record Items(long count, List<JsonNode> rows) {
    public Items {
        rows = List.copyOf(rows);
    }

    /**
     * How many there are in all where several callers look at one listing. What two of them are shown is one thing.
     *
     * @param identity what tells one row from another
     * @return nothing where more than one is shown something, and their rows cannot be told apart
     */
    public static OptionalLong together(Collection<Items> views, Function<JsonNode, JsonNode> identity) {
        List<Items> shown = views.stream().filter(view -> view.count > 0).toList();
        if (shown.size() < 2) {
            return OptionalLong.of(shown.stream().mapToLong(Items::count).sum());
        }
        Set<JsonNode> things = new HashSet<>();
        for (Items view : shown) {
            Set<JsonNode> own = new HashSet<>();
            view.rows.forEach(row -> own.add(identity.apply(row)));
            if (own.size() < view.count) {
                return OptionalLong.empty();
            }
            things.addAll(own);
        }
        return OptionalLong.of(things.size());
    }
}
