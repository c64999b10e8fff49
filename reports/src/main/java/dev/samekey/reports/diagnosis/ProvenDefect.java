package dev.samekey.reports.diagnosis;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A shipped defect of a server, with what was seen when it was judged. */
record ProvenDefect(String name, BreakPattern pattern) {
    private static final String RESOURCE = "/samekey/contract/defect-patterns.csv";

    /** @param unknown what could not be judged there; all other clauses of the file held */
    private record Row(String defect, String broken, String unknown) {}

    /** Those that are shipped with the features. */
    static List<ProvenDefect> shipped() {
        return Shipped.ALL;
    }

    private static Set<String> ids(String cell) {
        return Stream.of(cell.split(" ", -1))
                .filter(id -> !id.isEmpty())
                .collect(Collectors.toCollection(LinkedHashSet::new));
    }

    /** Read when they are first asked for, and once. */
    private static final class Shipped {
        static final List<ProvenDefect> ALL = read();

        private static List<ProvenDefect> read() {
            try (InputStream in = Objects.requireNonNull(ProvenDefect.class.getResourceAsStream(RESOURCE), RESOURCE);
                    MappingIterator<Row> rows = new CsvMapper()
                            .readerFor(Row.class)
                            .with(CsvSchema.emptySchema().withHeader())
                            .readValues(in)) {
                return defects(rows.readAll());
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        /** Each clause is broken by its own defect, so the file names each that was judged. */
        private static List<ProvenDefect> defects(List<Row> rows) {
            Set<String> judged =
                    rows.stream().flatMap(row -> ids(row.broken).stream()).collect(Collectors.toSet());
            return rows.stream()
                    .map(row -> {
                        Set<String> held = new LinkedHashSet<>(judged);
                        held.removeAll(ids(row.broken));
                        held.removeAll(ids(row.unknown));
                        return new ProvenDefect(row.defect, new BreakPattern(ids(row.broken), held));
                    })
                    .toList();
        }
    }
}
