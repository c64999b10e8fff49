package dev.samekey.oracles.listing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.http.QueryString;
import java.net.URI;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * How a listing leads from one page to the next: by a link, by a cursor in a parameter, or by a page number in a parameter,
 * and then up to the first page without items.
 *
 * @param link JSON pointer to the address of the next page, whole or as a path; there is none at the last page
 * @param cursor JSON pointer to what the parameter is to have; there is none at the last page
 * @param parameter the parameter of the query
 * @param first the number of the first page, 1 where it is not given
 */
public record Paging(
        @Nullable String link,
        @Nullable String cursor,
        @Nullable String parameter,
        @Nullable Integer first) {
    /** Whether it says one way, and all of that. */
    public boolean saysOneWay() {
        return (link == null) != (parameter == null) && (cursor == null || parameter != null);
    }

    /** Where the page after this one is; nothing when this one is the last. */
    Optional<URI> after(URI start, URI page, JsonNode body, long items, int read) {
        if (link != null) {
            return text(body.at(link)).map(page::resolve);
        }
        String name = String.valueOf(parameter);
        if (cursor != null) {
            return text(body.at(cursor))
                    .map(value ->
                            QueryString.of(start.toString()).with(name, value).uri());
        }
        int number = (first == null ? 1 : first) + read;
        return items == 0
                ? Optional.empty()
                : Optional.of(QueryString.of(start.toString())
                        .with(name, String.valueOf(number))
                        .uri());
    }

    private static Optional<String> text(JsonNode node) {
        return Optional.of(node)
                .filter(JsonNode::isValueNode)
                .filter(value -> !value.isNull())
                .map(JsonNode::asText)
                .filter(text -> !text.isEmpty());
    }
}
