package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.steps.model.file.BadFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** All clauses, in the order of the catalogue. */
public final class Catalogue {
    private static final String RESOURCE = "/samekey/contract/clauses.csv";
    private static final String PATH = "/samekey/contract/path.csv";
    private static final Pattern ID = Pattern.compile("[A-Z]+-\\d+");

    private final Map<String, Clause> clauses;

    private Catalogue(Map<String, Clause> clauses) {
        this.clauses = clauses;
    }

    /** The catalogue that is shipped with the features. */
    public static Catalogue shipped() {
        return Shipped.CATALOGUE;
    }

    /** The clauses about what stands between a caller and a service. */
    public static Catalogue ofPath() {
        try (InputStream in = Objects.requireNonNull(Catalogue.class.getResourceAsStream(PATH), PATH)) {
            return new Catalogue(Map.of()).with(PATH, in);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Read when it is first asked for, and once. */
    private static final class Shipped {
        static final Catalogue CATALOGUE = read();

        private static Catalogue read() {
            try {
                Map<String, Clause> clauses = new LinkedHashMap<>();
                rows().forEach(clause -> clauses.put(clause.id(), clause));
                return new Catalogue(clauses);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }
    }

    /** The rows of the shipped one. */
    static List<Clause> rows() throws IOException {
        try (InputStream in = Objects.requireNonNull(Catalogue.class.getResourceAsStream(RESOURCE), RESOURCE);
                MappingIterator<Clause> rows = reader().readValues(in)) {
            return rows.readAll();
        }
    }

    /**
     * These clauses and those of another file of the shipped one's form, of whose columns {@code id}, {@code level},
     * {@code title} and {@code statement} are needed. Its clauses have scenarios of their own: none is derived.
     *
     * @param name how its errors call the file
     * @throws BadFile when it cannot be read, lacks something, or has the id of another clause
     */
    public Catalogue with(String name, InputStream csv) {
        Map<String, Clause> all = new LinkedHashMap<>(clauses);
        // A row may be several lines long; where one ends the next one begins.
        int line = 2;
        try (MappingIterator<Clause> rows = reader().readValues(csv)) {
            while (rows.hasNextValue()) {
                Clause clause = rows.nextValue();
                String wrong = wrong(clause);
                if (wrong == null && all.put(clause.id(), clause) != null) {
                    wrong = clause.id() + " is there already";
                }
                if (wrong != null) {
                    throw new BadFile(name, line, wrong);
                }
                line = rows.getCurrentLocation().getLineNr();
            }
        } catch (IOException failure) {
            String first =
                    String.valueOf(failure.getMessage()).lines().findFirst().orElse("");
            throw new BadFile(name, line, "is no list of clauses: " + first);
        }
        return new Catalogue(all);
    }

    private static ObjectReader reader() {
        return new CsvMapper()
                .readerFor(Clause.class)
                .with(CsvSchema.emptySchema().withHeader());
    }

    /** What the types alone do not say. */
    private static @Nullable String wrong(Clause clause) {
        if (clause.id() == null || !ID.matcher(clause.id()).matches()) {
            return "id: «" + clause.id() + "» is no id such as ACME-1";
        }
        if (clause.level() == null) {
            return "level: should be MUST or SHOULD";
        }
        if (clause.isDerived()) {
            return clause.id() + " cannot be derived: only a shipped clause is";
        }
        return isEmpty(clause.title()) || isEmpty(clause.statement())
                ? clause.id() + " has no title or no statement"
                : null;
    }

    private static boolean isEmpty(@Nullable String text) {
        return text == null || text.isBlank();
    }

    public List<Clause> all() {
        return List.copyOf(clauses.values());
    }

    public Optional<Clause> find(String id) {
        return Optional.ofNullable(clauses.get(id));
    }

    /** Whether the letters of an id such as {@code KEY-99} are those of a clause. */
    public boolean hasGroupOf(String id) {
        String group = id.substring(0, id.indexOf('-') + 1);
        return clauses.keySet().stream().anyMatch(known -> known.startsWith(group));
    }
}
