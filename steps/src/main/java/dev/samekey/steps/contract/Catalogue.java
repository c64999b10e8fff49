package dev.samekey.steps.contract;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/** All clauses, in the order of the catalogue. */
public final class Catalogue {
    private static final String RESOURCE = "/samekey/contract/clauses.csv";

    private final Map<String, Clause> clauses = new LinkedHashMap<>();

    private Catalogue(List<Clause> clauses) {
        clauses.forEach(clause -> this.clauses.put(clause.id(), clause));
    }

    /** The catalogue that is shipped with the features. */
    public static Catalogue shipped() {
        CsvMapper csv = new CsvMapper();
        CsvSchema header = CsvSchema.emptySchema().withHeader();
        try (InputStream in = Objects.requireNonNull(Catalogue.class.getResourceAsStream(RESOURCE), RESOURCE);
                MappingIterator<Clause> rows =
                        csv.readerFor(Clause.class).with(header).readValues(in)) {
            return new Catalogue(rows.readAll());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public List<Clause> all() {
        return List.copyOf(clauses.values());
    }

    public Optional<Clause> find(String id) {
        return Optional.ofNullable(clauses.get(id));
    }
}
