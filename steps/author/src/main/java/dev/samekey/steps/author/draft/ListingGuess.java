package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.openapi.Described;
import dev.samekey.steps.model.openapi.Schemas;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** How the effects of a request are counted in a listing of its collection, by what tells them apart from those of others. */
final class ListingGuess {
    /** What a listing calls its items, the likeliest first. */
    private static final List<String> ITEMS =
            List.of("items", "data", "results", "values", "content", "entries", "records", "list");

    private static final String SIZE = "limit|per_?page|page_?size|size|count|max_?results|page_?limit";
    private static final int LARGE_PAGE = 100;

    private final Described list;
    private final String path;
    private final JsonNode body;
    private final Schemas schemas;
    private final JsonNode result;

    private ListingGuess(Described list, String path, JsonNode body) {
        this.list = list;
        this.path = path;
        this.body = body;
        this.schemas = SampleBodies.schemas(list);
        this.result = schemas.flat(list.result());
    }

    /**
     * The listing as a target file has it; nothing where nothing tells one effect from another.
     *
     * @param list the operation that lists
     * @param path its path, with the ids of what comes before in it
     * @param body the body of the request, with {@code ${unique}} in it
     */
    static Optional<ObjectNode> of(Described list, String path, JsonNode body) {
        ListingGuess guess = new ListingGuess(list, path, body);
        return guess.items().flatMap(items -> guess.counting(items));
    }

    private Optional<ObjectNode> counting(String items) {
        return filtered(items).or(() -> ofItsOwn(items)).or(() -> byMember(items));
    }

    /** It can be asked for what only this request has. */
    private Optional<ObjectNode> filtered(String items) {
        return list.parameters("query")
                .map(Described::name)
                .filter(this::isUnique)
                .map(name -> listing(path + "?" + name + "=" + SampleBodies.UNIQUE, items))
                .findFirst();
    }

    /** It belongs to something that is made for this request. */
    private Optional<ObjectNode> ofItsOwn(String items) {
        return path.contains("${") ? Optional.of(listing(path + size(), items)) : Optional.empty();
    }

    /** Its items show whose they are. */
    private Optional<ObjectNode> byMember(String items) {
        JsonNode array = items.isEmpty() ? result : result.path("properties").path(items.substring(1));
        JsonNode members = schemas.flat(schemas.flat(array).path("items")).path("properties");
        return members.properties().stream()
                .map(Map.Entry::getKey)
                .filter(this::isUnique)
                .findFirst()
                .map(member -> {
                    ObjectNode listing = listing(path + size(), items);
                    listing.putObject("where").put(pointer(member), SampleBodies.UNIQUE);
                    return listing;
                });
    }

    private boolean isUnique(String name) {
        return body.path(name).asText().equals(SampleBodies.UNIQUE);
    }

    private static ObjectNode listing(String path, String items) {
        return JsonNodeFactory.instance.objectNode().put("path", path).put("count", items);
    }

    /** The largest page that the document allows. */
    private String size() {
        return list.parameters("query")
                .filter(parameter -> Words.snake(Described.name(parameter)).matches(SIZE))
                .map(parameter -> "?" + Described.name(parameter) + "="
                        + schemas.flat(parameter.path("schema")).path("maximum").asInt(LARGE_PAGE))
                .findFirst()
                .orElse("");
    }

    /** Where the items are: the result itself, or the member that is likeliest to have them; nothing where none is a list. */
    private Optional<String> items() {
        if (Schemas.type(result).equals("array")) {
            return Optional.of("");
        }
        return result.path("properties").properties().stream()
                .filter(member -> Schemas.type(schemas.flat(member.getValue())).equals("array"))
                .map(Map.Entry::getKey)
                .min(Comparator.comparingInt(ListingGuess::rank))
                .map(ListingGuess::pointer);
    }

    private static int rank(String member) {
        int known = ITEMS.indexOf(Words.snake(member));
        return known < 0 ? ITEMS.size() : known;
    }

    private static String pointer(String member) {
        return JsonPointer.empty().appendProperty(member).toString();
    }
}
