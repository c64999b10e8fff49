package dev.samekey.steps.model.covering;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoveringArrayTest {
    private static final List<Parameter> MIXED = List.of(
            parameter("operation", 10),
            parameter("key", 5),
            parameter("payload", 5),
            parameter("between", 3),
            parameter("replica", 2),
            parameter("coding", 2),
            parameter("pause", 2));

    private static final List<Map<String, String>> EXCLUSIONS = List.of(
            Map.of("operation", "v4", "payload", "v1"),
            Map.of("operation", "v4", "payload", "v2"),
            Map.of("key", "v3", "replica", "v1", "coding", "v1"),
            Map.of("pause", "v1", "between", "v2"));

    /** The sizes that other tools reach for the same arrays are in docs/conditions.md. */
    @ParameterizedTest
    @CsvSource({"4, 3, 2, 10", "13, 3, 2, 25", "10, 2, 2, 11", "4, 10, 2, 130", "10, 2, 3, 21", "6, 3, 3, 49"})
    void it_covers_every_combination_with_few_rows(int parameters, int values, int strength, int most) {
        List<Parameter> all = IntStream.range(0, parameters)
                .mapToObj(i -> parameter("p" + i, values))
                .toList();

        List<Map<String, String>> rows =
                CoveringArray.of(all, List.of(), strength, 1).rows();

        assertThat(missing(all, List.of(), strength, rows)).isEmpty();
        assertThat(rows).hasSizeLessThanOrEqualTo(most);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void what_is_excluded_never_occurs_and_all_else_does(int strength) {
        List<Map<String, String>> rows =
                CoveringArray.of(MIXED, EXCLUSIONS, strength, 1).rows();

        assertThat(rows).noneMatch(row -> EXCLUSIONS.stream().anyMatch(one -> contains(row, one)));
        assertThat(missing(MIXED, EXCLUSIONS, strength, rows)).isEmpty();
    }

    @Test
    void what_is_excluded_by_several_exclusions_together_does_not_occur() {
        List<Parameter> three = List.of(parameter("a", 2), parameter("b", 2), parameter("c", 2));
        // a: v1 needs b: v1, and that needs c: v0.
        List<Map<String, String>> chain = List.of(Map.of("a", "v1", "b", "v0"), Map.of("b", "v1", "c", "v1"));

        List<Map<String, String>> rows = CoveringArray.of(three, chain, 2, 1).rows();

        assertThat(rows).noneMatch(row -> contains(row, Map.of("a", "v1", "c", "v1")));
        assertThat(rows).anyMatch(row -> contains(row, Map.of("a", "v1", "c", "v0")));
    }

    @Test
    void a_parameter_may_have_one_value() {
        List<Parameter> three = List.of(parameter("a", 1), parameter("b", 3), parameter("c", 2));

        List<Map<String, String>> rows = CoveringArray.of(three, List.of(Map.of("a", "v0", "b", "v2")), 2, 1)
                .rows();

        assertThat(missing(three, List.of(Map.of("b", "v2")), 2, rows)).isEmpty();
        assertThat(rows).hasSize(4).allSatisfy(row -> assertThat(row).containsEntry("a", "v0"));
    }

    @Test
    void a_group_may_have_more_strength() {
        List<String> group = List.of("key", "payload", "replica");
        List<Map<String, String>> rows = CoveringArray.of(
                        MIXED, EXCLUSIONS, 2, List.of(new CoveringArray.Stronger(group, 3)), 1)
                .rows();

        List<Parameter> stronger =
                MIXED.stream().filter(one -> group.contains(one.name())).toList();
        assertThat(missing(MIXED, EXCLUSIONS, 2, rows)).isEmpty();
        assertThat(missing(stronger, List.of(), 3, rows)).isEmpty();
        assertThat(missing(MIXED, EXCLUSIONS, 3, rows)).isNotEmpty();
    }

    @Test
    void the_same_seed_makes_the_same_array_and_another_one_another() {
        CoveringArray one = CoveringArray.of(MIXED, EXCLUSIONS, 2, 1);

        assertThat(CoveringArray.of(MIXED, EXCLUSIONS, 2, 1)).isEqualTo(one);
        assertThat(CoveringArray.of(MIXED, EXCLUSIONS, 2, 2)).isNotEqualTo(one);
    }

    @Test
    void what_cannot_be_covered_is_refused() {
        List<Parameter> two = List.of(parameter("a", 2), parameter("b", 2));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> CoveringArray.of(two, List.of(), 3, 1))
                .withMessageContaining("the strength is 3, and there are 2 parameters");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CoveringArray.of(two, List.of(Map.of("a", "v0"), Map.of("a", "v1")), 2, 1))
                .withMessageContaining("the constraints exclude everything");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CoveringArray.of(two, List.of(Map.of("c", "v0")), 2, 1))
                .withMessageContaining("there is no «c»");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CoveringArray.of(two, List.of(Map.of("a", "v7")), 2, 1))
                .withMessageContaining("«a» has no value «v7»");
    }

    private static Parameter parameter(String name, int values) {
        return new Parameter(
                name, IntStream.range(0, values).mapToObj(i -> "v" + i).toList());
    }

    private static boolean contains(Map<String, String> row, Map<String, String> part) {
        return row.entrySet().containsAll(part.entrySet());
    }

    /** The combinations that no row has and no single exclusion forbids. */
    private static Set<Map<String, String>> missing(
            List<Parameter> parameters,
            List<Map<String, String>> exclusions,
            int strength,
            List<Map<String, String>> rows) {
        Set<Map<String, String>> missing = new HashSet<>();
        for (Map<String, String> combination : combinations(parameters, strength, 0)) {
            boolean isExcluded = exclusions.stream().anyMatch(one -> contains(combination, one));
            if (!isExcluded && rows.stream().noneMatch(row -> contains(row, combination))) {
                missing.add(combination);
            }
        }
        return missing;
    }

    private static List<Map<String, String>> combinations(List<Parameter> parameters, int strength, int from) {
        if (strength == 0) {
            return List.of(Map.of());
        }
        List<Map<String, String>> all = new ArrayList<>();
        for (int i = from; i <= parameters.size() - strength; i++) {
            for (String value : parameters.get(i).values()) {
                for (Map<String, String> rest : combinations(parameters, strength - 1, i + 1)) {
                    Map<String, String> one = new LinkedHashMap<>(rest);
                    one.put(parameters.get(i).name(), value);
                    all.add(one);
                }
            }
        }
        return all;
    }
}
