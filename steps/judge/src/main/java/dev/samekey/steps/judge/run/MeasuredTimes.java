package dev.samekey.steps.judge.run;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** How long a scenario took when it was measured, by its clause and its operation. */
public final class MeasuredTimes {
    private static final String RESOURCE = "/samekey/contract/durations.csv";

    /** Of a clause that was never measured, in milliseconds. */
    private static final long UNKNOWN = 500;

    private final Map<Place, Long> means;

    private MeasuredTimes(Map<Place, Long> means) {
        this.means = means;
    }

    /** @param operation null for the mean over all operations */
    private record Place(String clause, @Nullable String operation) {}

    /**
     * One scenario that was measured.
     *
     * @param ms how many milliseconds it took
     */
    public record Measured(String clause, @Nullable String operation, long ms) {}

    private record Row(String clause, long ms) {}

    /** Those of the bundled server, which are shipped with the features. */
    public static MeasuredTimes shipped() {
        return Shipped.TIMES;
    }

    /** Read when it is first asked for, and once. */
    private static final class Shipped {
        static final MeasuredTimes TIMES = read();
    }

    private static MeasuredTimes read() {
        try (InputStream in = Objects.requireNonNull(MeasuredTimes.class.getResourceAsStream(RESOURCE), RESOURCE);
                MappingIterator<Row> rows = new CsvMapper()
                        .readerFor(Row.class)
                        .with(CsvSchema.emptySchema().withHeader())
                        .readValues(in)) {
            Map<Place, Long> means = new HashMap<>();
            rows.forEachRemaining(row -> means.put(new Place(row.clause(), null), row.ms()));
            return new MeasuredTimes(means);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** These, and in their place what was measured in an earlier run. */
    public MeasuredTimes with(List<Measured> scenarios) {
        Map<Place, long[]> sums = new HashMap<>();
        for (Measured one : scenarios) {
            for (Place place : List.of(new Place(one.clause(), one.operation()), new Place(one.clause(), null))) {
                long[] sum = sums.computeIfAbsent(place, unused -> new long[2]);
                sum[0] += one.ms();
                sum[1]++;
            }
        }
        Map<Place, Long> all = new HashMap<>(means);
        sums.forEach((place, sum) -> all.put(place, sum[0] / sum[1]));
        return new MeasuredTimes(all);
    }

    /** Of one scenario, in milliseconds. */
    long of(String clause, @Nullable String operation) {
        Long mean = means.get(new Place(clause, operation));
        return mean == null ? means.getOrDefault(new Place(clause, null), UNKNOWN) : mean;
    }
}
