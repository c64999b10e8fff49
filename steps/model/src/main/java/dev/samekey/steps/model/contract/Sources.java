package dev.samekey.steps.model.contract;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** The documents that demand a clause, by what the catalogue calls them. */
public final class Sources {
    private static final Map<String, String> NAMES = Map.of(
            "HP", "Harbor Point",
            "PL", "the platform guideline",
            "MD", "the middle tier's document",
            "PB", "the playbook",
            "RS", "the retry-safe playbook",
            "STDWH", "Standard Webhooks",
            "RFC8785", "RFC 8785",
            "RFC9110", "RFC 9110",
            "IETF", "draft-ietf-httpapi-idempotency-key-header-07");

    private Sources() {}

    /** The names of those of a clause, with the section where the catalogue names it. */
    public static List<String> of(Clause clause) {
        return Optional.ofNullable(clause.sources()).stream()
                .flatMap(sources -> Stream.of(sources.split(" ", -1)))
                .map(Sources::named)
                .toList();
    }

    private static String named(String source) {
        String[] parts = source.split("-", 2);
        String name = NAMES.getOrDefault(parts[0], parts[0]);
        return parts.length == 1 ? name : name + ", section " + parts[1];
    }
}
