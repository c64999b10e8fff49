package dev.samekey.defects;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.mapping;
import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.defects.common.Defect;
import dev.samekey.server.dialect.ShippedDialects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class DefectsTest {
    private static final Path CATALOGUE = Path.of("../features/contract/clauses.csv");
    private static final String CLAUSE = "[A-Z]{3}-[1-9][0-9]?";

    @Test
    void names_are_unique() {
        assertThat(defects()).extracting(Defect::name).doesNotHaveDuplicates().isNotEmpty();
    }

    @Test
    void the_defects_of_a_clause_group_stand_together() {
        List<String> groups = defects().stream()
                .map(defect -> defect.clause().substring(0, 3))
                .toList();
        List<String> inTurn = IntStream.range(0, groups.size())
                .filter(row -> row == 0 || !groups.get(row).equals(groups.get(row - 1)))
                .mapToObj(groups::get)
                .toList();
        assertThat(inTurn).doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @MethodSource("defects")
    void a_defect_has_a_name_a_clause_and_a_sentence(Defect defect) {
        assertThat(defect.name()).matches("[a-z0-9]+(-[a-z0-9]+)*");
        assertThat(defect.clause()).matches(CLAUSE);
        assertThat(defect.follows()).allMatch(clause -> clause.matches(CLAUSE)).doesNotContain(defect.clause());
        assertThat(defect.how()).endsWith(".").doesNotContain("\n");
    }

    /** What no server can break, and what is not judged, has no defect. */
    @Test
    void every_clause_that_a_server_can_break_has_the_defects_that_its_row_names() throws IOException {
        Map<String, Set<String>> named = new TreeMap<>();
        for (Map<String, String> row : catalogue()) {
            boolean byServer = !Set.of("contract", "client").contains(row.getOrDefault("needs", ""));
            if (row.getOrDefault("not_judged", "").isBlank() && byServer) {
                named.put(
                        row.getOrDefault("id", ""),
                        Set.of(row.getOrDefault("defect_it_catches", "").split("; ")));
            }
        }
        Map<String, Set<String>> present =
                defects().stream().collect(groupingBy(Defect::clause, TreeMap::new, mapping(Defect::name, toSet())));

        assertThat(present.keySet()).isEqualTo(named.keySet());
        assertThat(named)
                .allSatisfy((clause, names) -> assertThat(present.get(clause))
                        .as("the defects that break " + clause)
                        .containsAll(names));
    }

    @Test
    void what_follows_from_a_defect_is_a_clause_too() throws IOException {
        Set<String> clauses =
                catalogue().stream().map(row -> row.getOrDefault("id", "")).collect(toSet());

        assertThat(defects())
                .allSatisfy(defect -> assertThat(clauses).as(defect.name()).containsAll(defect.follows()));
    }

    @Test
    void a_defect_is_shown_in_a_shipped_dialect() {
        assertThat(defects())
                .flatExtracting(defect -> defect.dialect().stream().toList())
                .isNotEmpty()
                .isSubsetOf(ShippedDialects.names());
    }

    @Test
    void a_defect_is_found_by_its_name_and_a_window_by_its_width() {
        assertThat(Defects.named("check-then-act")).map(Defect::name).hasValue("check-then-act");
        assertThat(Defects.named("check-then-act-0.2ms")).map(Defect::clause).hasValue("CON-1");
        assertThat(Defects.named("check-then-act-12345ms")).isEmpty();
        assertThat(Defects.named("no-such-defect")).isEmpty();
    }

    private static List<Map<String, String>> catalogue() throws IOException {
        try (MappingIterator<Map<String, String>> rows = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(CATALOGUE.toFile())) {
            return rows.readAll();
        }
    }

    static List<Defect> defects() {
        return Defects.all();
    }
}
