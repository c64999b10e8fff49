package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * How far the scenarios of a clause see: a server that breaks only what they do not look at is not found.
 *
 * @param looksAt what they look at, in sentences
 * @param looksNotAt what they do not look at
 */
@JsonPropertyOrder({"clause", "looks_at", "looks_not_at"})
public record Limit(
        String clause,
        @JsonProperty("looks_at") String looksAt,
        @JsonProperty("looks_not_at") String looksNotAt) {
    private static final String RESOURCE = "/samekey/contract/limits.csv";

    /** Those that are shipped with the features. */
    public static List<Limit> shipped() {
        try (InputStream in = Objects.requireNonNull(Limit.class.getResourceAsStream(RESOURCE), RESOURCE);
                MappingIterator<Limit> rows = new CsvMapper()
                        .readerFor(Limit.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(in)) {
            return rows.readAll();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** That of a clause. */
    public static Optional<Limit> of(String clause) {
        return shipped().stream().filter(limit -> limit.clause.equals(clause)).findFirst();
    }
}
