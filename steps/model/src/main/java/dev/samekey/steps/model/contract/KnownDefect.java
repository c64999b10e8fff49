package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/**
 * A defect that the bundled server or client can be given. Its classes are not on our class path, so the features say what it
 * does, and a test of the server that they say it rightly.
 *
 * @param clause the one that it breaks
 * @param how a sentence
 */
@JsonPropertyOrder({"name", "clause", "how"})
public record KnownDefect(String name, String clause, String how) {
    private static final String RESOURCE = "/samekey/contract/defects.csv";

    /** Those that break a clause. */
    public static List<KnownDefect> of(String clause) {
        return Shipped.ALL.stream()
                .filter(defect -> defect.clause.equals(clause))
                .toList();
    }

    /** Read when they are first asked for, and once. */
    private static final class Shipped {
        static final List<KnownDefect> ALL = read();

        private static List<KnownDefect> read() {
            try (InputStream in = Objects.requireNonNull(KnownDefect.class.getResourceAsStream(RESOURCE), RESOURCE);
                    MappingIterator<KnownDefect> rows = new CsvMapper()
                            .readerFor(KnownDefect.class)
                            .with(CsvSchema.emptySchema().withHeader())
                            .readValues(in)) {
                return List.copyOf(rows.readAll());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }
}
