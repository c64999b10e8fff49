package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.Error;
import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import dev.samekey.steps.model.file.SchemaComparison;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The schema that editors use for target files is what the harness reads, and the files of this project name their schema. */
class TargetSchemaTest {
    private static final Path ROOT = Path.of("../..");
    private static final Path SYSTEMS = ROOT.resolve("reports/src/main/resources/samekey/systems");
    private static final Pattern SCHEMA = Pattern.compile("# yaml-language-server: \\$schema=(\\S+)");
    /** Parts that stand behind or in others: no target files of their own. */
    private static final List<String> PARTS = List.of("server.yaml", "broker.yaml");

    private final Schema schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(SchemaLocation.of("classpath:samekey/contract/target.schema.json"));

    @Test
    void schema_and_records_have_the_same_members_and_words() throws IOException {
        Path file = ROOT.resolve("features/contract/target.schema.json");
        new SchemaComparison(new ObjectMapper().readTree(Files.readString(file))).members("target", Target.class);
    }

    @Test
    void a_profile_may_say_each_other_member() throws IOException {
        JsonNode members = new ObjectMapper()
                .readTree(Files.readString(ROOT.resolve("features/contract/target.schema.json")))
                .path("properties");
        assertThat(members.at("/profiles/additionalProperties/propertyNames/enum")
                        .valueStream()
                        .map(JsonNode::asText))
                .containsExactlyInAnyOrderElementsOf(members.propertyStream()
                        .map(Map.Entry::getKey)
                        .filter(name -> !name.equals("profiles"))
                        .toList());
    }

    @ParameterizedTest
    @MethodSource("targets")
    void a_target_file_of_this_project_keeps_the_schema(Path file) throws IOException {
        assertThat(errors(Files.readString(file))).isEmpty();
    }

    @Test
    void what_the_shipped_systems_share_keeps_the_schema_too() throws IOException {
        String system = Files.readString(SYSTEMS.resolve("playbook.yaml"));
        assertThat(errors(system + Files.readString(SYSTEMS.resolve("server.yaml"))))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("described")
    void a_file_that_a_schema_describes_names_it(Path file) throws IOException {
        Matcher named = SCHEMA.matcher(Files.readString(file));
        assertThat(named.lookingAt())
                .as("the first line of %s names its schema", file)
                .isTrue();
        assertThat(file.resolveSibling(named.group(1))).exists();
    }

    @ParameterizedTest
    @ValueSource(strings = {Targets.FULL, Targets.BARE})
    void what_the_harness_reads_keeps_the_schema(String target) {
        assertThat(Targets.file(target)).isNotNull();
        assertThat(errors(target)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "writes: yes",
                "contract: {extends: playbok}",
                "contract: {extends: playbook, in_progres: wait}",
                "limits: {races: {seen_in: 2}}",
                "not_offered: {reverze: why}",
                "operatoins: {}",
                "profiles: staging",
                "oracles: {log: {path: x}}",
                "operations: {note: {role: make, request: {method: POST, path: /notes}}}",
                "operations: {note: {role: create, request: {path: /notes}}}",
                "operations: {note: {role: create, request: {method: POST, path: /notes}, id: id}}",
                "operations: {Note: {role: create, request: {method: POST, path: /notes}}}"
            })
    void what_the_harness_refuses_breaks_the_schema_too(String wrong) {
        String member = wrong.substring(0, wrong.indexOf(':'));
        String rest = Pattern.compile("(?ms)^" + member + ":.*?(?=^\\S|\\z)")
                .matcher(Targets.BARE)
                .replaceAll("");
        String target = rest + wrong + "\n";
        org.assertj.core.api.Assertions.assertThatExceptionOfType(dev.samekey.steps.model.file.BadFile.class)
                .isThrownBy(() -> Targets.file(target));
        assertThat(errors(target)).isNotEmpty();
    }

    static Stream<Path> targets() throws IOException {
        return described()
                .filter(file -> !file.getFileName().toString().endsWith("dialect.yaml")
                        && !file.startsWith(ROOT.resolve("features")));
    }

    static Stream<Path> described() throws IOException {
        return Stream.of(
                        yaml(ROOT.resolve("features/contract/dialects")),
                        yaml(SYSTEMS)
                                .filter(file ->
                                        !PARTS.contains(file.getFileName().toString())),
                        yaml(ROOT.resolve("examples"))
                                .filter(file -> file.getFileName().toString().matches(".*(target|dialect).*")))
                .flatMap(files -> files);
    }

    private static Stream<Path> yaml(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all
                    .filter(file -> file.toString().endsWith(".yaml")
                            && !file.toString().contains("node_modules"))
                    .toList()
                    .stream();
        }
    }

    private List<Error> errors(String target) {
        return schema.validate(
                target,
                InputFormat.YAML,
                context -> context.executionConfig(config -> config.formatAssertionsEnabled(true)));
    }
}
