package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Which clauses break because another one does: a server that acts on each replay breaks what is said of simultaneous
 * duplicates too. The causes of a clause come in the order of the file, the most basic first.
 *
 * <p>The defects of the reference server name clauses that follow, too, and neither list can be made of the other. This one says
 * of any server which break is the cause, so it has a direction and no circles. A defect lists all that its one mechanism may
 * break, in whatever direction: of two such clauses each may follow from the other, under different defects.
 */
public final class Consequences {
    private static final String RESOURCE = "/samekey/contract/consequences.csv";

    private final Map<String, List<String>> causes = new LinkedHashMap<>();

    private Consequences(List<Row> rows) {
        for (Row row : rows) {
            for (String clause : row.consequences().split(" ", -1)) {
                causes.computeIfAbsent(clause, unused -> new ArrayList<>()).add(row.cause());
            }
        }
    }

    private record Row(String cause, String consequences) {}

    /** Those that are shipped with the features. */
    public static Consequences shipped() {
        return Shipped.CONSEQUENCES;
    }

    /** None: each clause breaks by itself. */
    public static Consequences none() {
        return new Consequences(List.of());
    }

    /** Read when they are first asked for, and once. */
    private static final class Shipped {
        static final Consequences CONSEQUENCES = read();
    }

    private static Consequences read() {
        try (InputStream in = Objects.requireNonNull(Consequences.class.getResourceAsStream(RESOURCE), RESOURCE);
                MappingIterator<Row> rows = new CsvMapper()
                        .readerFor(Row.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(in)) {
            return new Consequences(rows.readAll());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** The ids of the clauses whose break brings that of this one. */
    public List<String> causes(String clause) {
        return List.copyOf(causes.getOrDefault(clause, List.of()));
    }

    /** The same, and the ids of those whose break brings theirs. */
    public Set<String> allCauses(String clause) {
        Set<String> all = new LinkedHashSet<>();
        Deque<String> open = new ArrayDeque<>(causes(clause));
        while (!open.isEmpty()) {
            String cause = open.pop();
            if (all.add(cause)) {
                open.addAll(causes(cause));
            }
        }
        return all;
    }

    /** All clauses that may break in consequence of another. */
    public List<String> clauses() {
        return List.copyOf(causes.keySet());
    }
}
