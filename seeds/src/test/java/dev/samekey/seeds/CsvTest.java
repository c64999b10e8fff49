package dev.samekey.seeds;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;

class CsvTest {
    @Property(tries = 200)
    void any_table_reads_back_as_it_was_written(@ForAll("tables") List<List<String>> rows) throws IOException {
        String csv = "first,second,third\n" + rows.stream().map(CsvTest::line).collect(Collectors.joining());

        List<Map<String, String>> read = Seeds.table(new ByteArrayInputStream(csv.getBytes(StandardCharsets.UTF_8)));

        assertThat(read).extracting(row -> List.copyOf(row.values())).containsExactlyElementsOf(rows);
        assertThat(read).allMatch(row -> List.copyOf(row.keySet()).equals(List.of("first", "second", "third")));
    }

    @Provide
    Arbitrary<List<List<String>>> tables() {
        Arbitrary<String> cell = Arbitraries.strings()
                .withChars('"', ',', ';', '|', '\n', ' ', 'a', 'é', '\'', '\\', '#')
                .ofMaxLength(6);
        return Combinators.combine(cell, cell, cell)
                .as((one, two, three) -> List.of(one, two, three))
                .list()
                .ofMaxSize(5);
    }

    private static String line(List<String> cells) {
        return cells.stream()
                        .map(cell -> "\"" + cell.replace("\"", "\"\"") + "\"")
                        .collect(Collectors.joining(","))
                + "\n";
    }
}
