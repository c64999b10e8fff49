package dev.samekey.seeds;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.PropertyNamingStrategies;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvParser;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;

/** Reads the seeds that are shipped: CSV files with a line of column names. */
public final class Seeds {
    private static final CsvSchema HEADER = CsvSchema.emptySchema().withHeader();

    private Seeds() {}

    /**
     * The rows of a seed as they stand, by column.
     *
     * @param name such as {@code replay-outcomes}
     * @throws IllegalArgumentException when there is no such seed
     */
    public static List<Map<String, String>> table(String name) {
        return read(name, texts());
    }

    /** The same of any CSV text. */
    static List<Map<String, String>> table(InputStream csv) throws IOException {
        return rows(csv, texts());
    }

    /** What a client that keeps the playbook's retry rules sent and got. */
    public static List<ClientAttempt> clientRetryLog() {
        return read("client-retry-log", mapper().readerFor(ClientAttempt.class));
    }

    /** How often a declined request is sent again. */
    public static List<ReplayOutcome> replayOutcomes() {
        return read("replay-outcomes", mapper().readerFor(ReplayOutcome.class));
    }

    /** How often an event is delivered, and how often it must be handled. */
    public static List<InboxDelivery> consumerInbox() {
        return read("consumer-inbox", mapper().readerFor(InboxDelivery.class));
    }

    /** An empty cell is an empty text here. */
    private static ObjectReader texts() {
        return new CsvMapper().readerFor(new TypeReference<Map<String, String>>() {});
    }

    private static CsvMapper mapper() {
        return CsvMapper.builder()
                .propertyNamingStrategy(PropertyNamingStrategies.SNAKE_CASE)
                .enable(CsvParser.Feature.EMPTY_STRING_AS_NULL)
                .build();
    }

    private static <T> List<T> read(String name, ObjectReader reader) {
        InputStream resource = Seeds.class.getResourceAsStream("/samekey/seeds/" + name + ".csv");
        if (resource == null) {
            throw new IllegalArgumentException("there is no seed " + name);
        }
        try (InputStream in = resource) {
            return rows(in, reader);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static <T> List<T> rows(InputStream csv, ObjectReader reader) throws IOException {
        try (MappingIterator<T> rows = reader.with(HEADER).readValues(csv)) {
            return rows.readAll();
        }
    }
}
