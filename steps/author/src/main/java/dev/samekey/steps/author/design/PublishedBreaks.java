package dev.samekey.steps.author.design;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** How often the published servers of {@code docs/published-servers.md} break each clause. */
final class PublishedBreaks {
    private static final String RESOURCE = "/samekey/contract/published-breaks.csv";

    private final Map<String, Count> counts;

    private PublishedBreaks(Map<String, Count> counts) {
        this.counts = counts;
    }

    /**
     * Of one clause.
     *
     * @param asked of how many servers: those that cannot show it count, for their number is no sign of breaks
     */
    record Count(String clause, int asked, int broken) {
        /** Whether a fourth of them break it. */
        boolean isOften() {
            return broken > 0 && broken * 4 >= asked;
        }

        @Override
        public String toString() {
            return broken + " of the " + asked + " published servers that it applies to break it";
        }
    }

    static PublishedBreaks shipped() {
        try (InputStream in = Objects.requireNonNull(PublishedBreaks.class.getResourceAsStream(RESOURCE), RESOURCE);
                MappingIterator<Count> rows = new CsvMapper()
                        .readerFor(Count.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(in)) {
            Map<String, Count> counts = new HashMap<>();
            rows.forEachRemaining(count -> counts.put(count.clause(), count));
            return new PublishedBreaks(counts);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    Optional<Count> of(String clause) {
        return Optional.ofNullable(counts.get(clause));
    }
}
