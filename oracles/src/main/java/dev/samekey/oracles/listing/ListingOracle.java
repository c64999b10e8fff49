package dev.samekey.oracles.listing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.oracles.evidence.OracleSilent;
import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.http.Fetch;
import java.math.BigDecimal;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** Counts effects through the API's own listing. */
public final class ListingOracle {
    /** What one request did is no longer list than this. */
    private static final int MOST_PAGES = 100;

    private final Fetch fetch;

    public ListingOracle(Fetch fetch) {
        this.fetch = fetch;
    }

    /** How many there are in a listing of one page. */
    public Seen<Long> count(URI uri, Map<String, String> headers, String pointer) {
        Seen<Items> shown = items(uri, headers, pointer, Map.of(), null);
        return new Seen<>(shown.value().count(), shown.evidence());
    }

    /**
     * What there is on all pages.
     *
     * @param pointer a JSON pointer to an array, whose items count, or to a number
     * @param where by JSON pointer into an item, the text that stands there in an item that counts
     * @param paging how a page leads to the next one; null where there is one page
     * @throws OracleSilent when no answer comes, nothing to count stands at the pointer, a page leads to another host, or
     *     there are more than a hundred
     */
    public Seen<Items> items(
            URI uri, Map<String, String> headers, String pointer, Map<String, String> where, @Nullable Paging paging) {
        long count = 0;
        List<JsonNode> rows = new ArrayList<>();
        StringJoiner pages = new StringJoiner("\n");
        Optional<URI> next = Optional.of(uri);
        for (int read = 1; next.isPresent(); read++) {
            URI page = next.get();
            mustBeOne(uri, page, read);
            String text = fetch.get(page, headers);
            JsonNode body = fetch.parse("GET " + page, text);
            long items = items(page, body, pointer);
            List<JsonNode> chosen = rows(page, body.at(pointer), where);
            count += where.isEmpty() ? items : chosen.size();
            rows.addAll(chosen);
            pages.add(text);
            next = paging == null ? Optional.empty() : paging.after(uri, page, body, items, read);
        }
        return new Seen<>(
                new Items(count, rows),
                new Evidence(EvidenceKind.ITEMS, "GET " + uri, "application/json", pages.toString()));
    }

    /**
     * The whole number at a JSON pointer; a text may have it too.
     *
     * @throws OracleSilent when no answer comes, or there is no whole number
     */
    public Seen<Long> number(URI uri, Map<String, String> headers, String pointer) {
        String text = fetch.get(uri, headers);
        JsonNode found = fetch.parse("GET " + uri, text).at(pointer);
        try {
            return new Seen<>(
                    new BigDecimal(found.asText()).longValueExact(),
                    new Evidence(EvidenceKind.NUMBER, "GET " + uri, "application/json", text));
        } catch (ArithmeticException | NumberFormatException none) {
            throw new OracleSilent(
                    "GET " + uri + " has no whole number at «" + pointer + "», but «" + found.asText() + "»");
        }
    }

    /** Those that count; none where the listing has a number. */
    private static List<JsonNode> rows(URI page, JsonNode items, Map<String, String> where) {
        if (!items.isArray() && !where.isEmpty()) {
            throw new OracleSilent(
                    "GET " + page + " has a number to count, and no items that «where» could choose from");
        }
        return items.isArray()
                ? items.valueStream().filter(item -> has(item, where)).toList()
                : List.of();
    }

    private static boolean has(JsonNode item, Map<String, String> where) {
        return where.entrySet().stream()
                .allMatch(member -> item.at(member.getKey()).asText().equals(member.getValue()));
    }

    /** Another host has no business with the credentials. */
    private static void mustBeOne(URI listing, URI page, int number) {
        if (!Objects.equals(listing.getAuthority(), page.getAuthority())) {
            throw new OracleSilent("GET " + listing + " leads to another host: " + page);
        }
        if (number > MOST_PAGES) {
            throw new OracleSilent("GET " + listing + " has more than " + MOST_PAGES + " pages");
        }
    }

    private static long items(URI page, JsonNode body, String pointer) {
        JsonNode counted = body.at(pointer);
        if (!counted.isArray() && !counted.isIntegralNumber()) {
            throw new OracleSilent("GET " + page + " has neither an array nor a number at «" + pointer + "»");
        }
        return counted.isArray() ? counted.size() : counted.asLong();
    }
}
