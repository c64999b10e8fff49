package dev.samekey.steps.model.conditions;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.file.SchemaComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The conditions that are shipped are those that the harness can bring about, about clauses that there are. */
class ConditionModelTest {
    private static final Path FOLDER = Path.of("../../features/contract");

    private final ConditionModel model = ConditionModel.shipped();

    @Test
    void each_value_but_the_usual_one_can_be_brought_about_and_said() {
        assertThat(model.factors().entrySet().stream()
                        .flatMap(factor ->
                                factor.getValue().others().stream().map(value -> factor.getKey() + " " + value.name())))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ShippedCondition.values())
                        .map(one -> one.factor() + " " + one.value())
                        .toList());
        assertThat(model.factors().values()).allSatisfy(factor -> {
            assertThat(factor.usual().says()).isNull();
            assertThat(factor.others())
                    .allSatisfy(value -> assertThat(value.says()).isNotBlank());
        });
    }

    @Test
    void each_clause_is_in_the_catalogue_and_each_factor_that_it_leaves_out_is_known() {
        assertThat(Catalogue.shipped().all().stream().map(Clause::id))
                .containsAll(model.clauses().keySet());
        assertThat(model.clauses().values())
                .allSatisfy(share -> assertThat(model.factors().keySet()).containsAll(share.without()));
    }

    @Test
    void each_clause_is_judged_under_conditions_or_listed_with_the_reason() {
        assertThat(Stream.concat(
                        model.clauses().keySet().stream(),
                        model.notJudged().stream().flatMap(one -> one.clauses().stream())))
                .containsExactlyInAnyOrderElementsOf(
                        Catalogue.shipped().all().stream().map(Clause::id).toList());
        assertThat(model.notJudged())
                .allSatisfy(one -> assertThat(one.because()).isNotBlank());
    }

    @Test
    void the_docs_list_the_clauses_that_are_not_judged_under_conditions() throws IOException {
        assertThat(Files.readString(Path.of("../../docs/conditions.md")))
                .contains(model.notJudged().stream()
                        .map(one -> "| " + String.join(", ", one.clauses()) + " | " + one.because() + " |\n")
                        .collect(Collectors.joining("", "| clauses | why not |\n|---|---|\n", "\n")));
    }

    @Test
    void it_keeps_its_schema_and_the_schema_names_the_same_members() throws IOException {
        String schema = Files.readString(FOLDER.resolve("conditions.schema.json"));

        assertThat(SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                        .getSchema(SchemaLocation.of("classpath:samekey/contract/conditions.schema.json"))
                        .validate(Files.readString(FOLDER.resolve("conditions.yaml")), InputFormat.YAML))
                .isEmpty();
        new SchemaComparison(new ObjectMapper().readTree(schema)).members("conditions", ConditionModel.class);
    }

    @Test
    void a_combination_loses_one_factor_and_is_contained_in_the_whole() {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("replica", "other");
        values.put("key", "long");
        Combination both = new Combination(values);

        assertThat(both.toString()).isEqualTo("replica: other, key: long");
        assertThat(both.without("replica").values()).containsExactly(Map.entry("key", "long"));
        assertThat(both.contains(both.without("key"))).isTrue();
        assertThat(both.without("key").contains(both)).isFalse();
        assertThat(both.has(ShippedCondition.KEY_LONG)).isTrue();
        assertThat(both.without("key").without("replica").isUsual()).isTrue();
    }
}
