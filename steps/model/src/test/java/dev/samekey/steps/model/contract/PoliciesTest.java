package dev.samekey.steps.model.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PoliciesTest {
    /** The schema of policies takes the retry part from the schema of dialects, which it names by its file. */
    private final Schema schema = SchemaRegistry.withDefaultDialect(
                    SpecificationVersion.DRAFT_2020_12,
                    builder -> builder.schemas(Map.of(
                            "https://samekey.dev/dialect.schema.json",
                            Resources.schema(),
                            "https://samekey.dev/policy.schema.json",
                            Resources.policySchema())))
            .getSchema(SchemaLocation.of("https://samekey.dev/policy.schema.json"));

    static Stream<String> shipped() {
        return Policies.SHIPPED.stream();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void a_shipped_policy_keeps_the_schema_and_is_read(String name) {
        assertThat(schema.validate(Resources.policy(name), InputFormat.YAML)).isEmpty();
        assertThat(Policies.shipped(name)).isNotNull();
    }

    @Test
    void a_policy_with_a_wrong_word_breaks_the_schema() {
        String wrong = Resources.policy("polly-v8").replace("jitter: none", "jitter: some");
        assertThat(schema.validate(wrong, InputFormat.YAML)).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("shipped")
    void each_fact_of_a_policy_names_its_source(String name) {
        JsonNode tree = YamlFile.of(name, Resources.policy(name)).tree();
        assertThat(tree.path("name").asText()).isEqualTo(name);
        assertThat(names(tree.path("sources"))).containsExactlyInAnyOrderElementsOf(names(tree.path("retry")));
        assertThat(tree.path("sources").valueStream())
                .allMatch(source -> source.asText().contains("https://"));
    }

    @Test
    void the_files_the_list_and_the_schema_name_the_same_policies() throws IOException {
        try (Stream<Path> files = Files.list(Path.of("../../features/contract/policies"))) {
            assertThat(files.map(file -> file.getFileName().toString()))
                    .containsExactlyInAnyOrderElementsOf(Policies.SHIPPED.stream()
                            .map(name -> name + ".yaml")
                            .toList());
        }
        assertThat(schemaNames()).containsExactlyInAnyOrderElementsOf(Policies.SHIPPED);
    }

    private static List<String> schemaNames() throws JsonProcessingException {
        return new ObjectMapper()
                .readTree(Resources.schema())
                .at("/$defs/retry/properties/extends/enum")
                .valueStream()
                .map(JsonNode::asText)
                .toList();
    }

    @Test
    void a_policy_replaces_the_retry_part_and_what_stands_beside_it_differs() {
        Retry retry = retry("extends: playbook\nretry: {extends: polly-v8, attempts: 2, jitter: null}\n");

        assertThat(retry.delays()).containsOnly(Duration.ofSeconds(2));
        assertThat(retry.attempts()).isEqualTo(2);
        assertThat(retry.jitter()).isNull();
        assertThat(retry.statuses()).isNull();
        assertThat(retry.total()).isNull();
    }

    @Test
    void a_dialect_of_its_own_may_name_a_policy() {
        assertThat(retry("name: x\nkey: {in: header, name: K}\nretry: {extends: resilience4j}\n")
                        .attempts())
                .isEqualTo(3);
    }

    @Test
    void an_unknown_policy_is_reported_with_its_place_and_the_nearest_one() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> retry("extends: playbook\nretry:\n  extends: poly-v8\n"))
                .withMessageStartingWith(
                        "own.yaml:3: retry.extends: the policy «poly-v8» is not known; did you mean «polly-v8»?");
    }

    @Test
    void stripe_for_node_waits_500_ms_twice_and_then_doubles() {
        Retry node = retry("extends: stripe-v1\nretry: {extends: stripe-node, attempts: 7}\n");

        assertThat(Policies.shipped("stripe-node").attempts()).isEqualTo(3);
        assertThat(Stream.of(1, 2, 3, 4, 5, 6)
                        .map(retry -> String.valueOf(node.envelope(retry, null).orElseThrow())))
                .containsExactly(
                        "500 ms", "500 ms", "500 to 1000 ms", "1000 to 2000 ms", "2000 to 4000 ms", "2500 to 5000 ms");
    }

    private static Retry retry(String yaml) {
        return Objects.requireNonNull(
                Dialects.of(YamlFile.of("own.yaml", yaml), "own").retry());
    }

    private static List<String> names(JsonNode object) {
        return object.properties().stream().map(Map.Entry::getKey).toList();
    }
}
