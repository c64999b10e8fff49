package dev.samekey.device.defects;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.mapping;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.device.variants.DeviceVariant;
import dev.samekey.device.variants.DeviceVariants;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DeviceDefectsTest {
    private static final Path CATALOGUE = Path.of("../features/contract/path.csv");
    private static final Path DEVICE = Path.of("src/main/java/dev/samekey/device");

    @Test
    void every_clause_of_a_device_has_the_defects_that_its_row_names() throws IOException {
        Map<String, String> named = new LinkedHashMap<>();
        try (MappingIterator<Map<String, String>> rows = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(CATALOGUE.toFile())) {
            rows.readAll()
                    .forEach(row -> named.put(row.getOrDefault("id", ""), row.getOrDefault("defect_it_catches", "")));
        }

        assertThat(DeviceDefects.all().stream()
                        .collect(groupingBy(DeviceDefect::clause, mapping(DeviceDefect::name, joining("; ")))))
                .isEqualTo(named);
        assertThat(DeviceDefects.all())
                .allSatisfy(defect ->
                        assertThat(named.keySet()).containsAll(defect.follows()).contains(defect.clause()));
    }

    @Test
    void names_are_unique() {
        assertThat(DeviceDefects.all()).extracting(DeviceDefect::name).doesNotHaveDuplicates();
        assertThat(DeviceVariants.all()).extracting(DeviceVariant::name).doesNotHaveDuplicates();
    }

    @Test
    void the_device_never_mentions_a_defect() throws IOException {
        try (Stream<Path> files = Files.list(DEVICE)) {
            assertThat(files.filter(Files::isRegularFile)
                            .filter(file -> text(file).contains("defect")))
                    .isEmpty();
        }
    }

    private static String text(Path file) {
        try {
            return Files.readString(file).toLowerCase(Locale.ROOT);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }
}
