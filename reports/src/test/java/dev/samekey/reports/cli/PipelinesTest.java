package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The pipelines can be read, and call Samekey as it is. */
class PipelinesTest {
    private static final Path ACTION = Path.of("../.github/actions/samekey/action.yml");

    private static final Pattern CALL =
            Pattern.compile("(?:samekey\\.jar\"? (verify|merge)\\b|\\boptions\\+?=\\()(.*)");
    private static final Pattern OPTION = Pattern.compile("(?<![\\w-])--[a-z-]+(?![\\w-])");
    private static final YAMLMapper YAML = YAMLMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .build();

    static List<Path> pipelines() throws IOException {
        try (Stream<Path> files = Files.walk(Path.of("../examples/pipelines"))) {
            return Stream.concat(Stream.of(ACTION), files.filter(Files::isRegularFile))
                    .toList();
        }
    }

    @Test
    void there_are_some() throws IOException {
        assertThat(pipelines()).hasSizeGreaterThan(8);
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void a_pipeline_in_yaml_is_legal_yaml(Path file) throws IOException {
        if (file.toString().matches(".*\\.ya?ml")) {
            assertThat(documents(file)).isNotEmpty().allMatch(JsonNode::isObject);
        }
    }

    @ParameterizedTest
    @MethodSource("pipelines")
    void each_option_is_one_of_the_command(Path file) throws IOException {
        List<MatchResult> calls = CALL.matcher(Files.readString(file)).results().toList();
        assertThat(calls).allSatisfy(call -> {
            String name = Objects.requireNonNullElse(call.group(1), "verify");
            CommandLine command =
                    Objects.requireNonNull(Main.commandLine().getSubcommands().get(name));
            assertThat(OPTION.matcher(call.group(2)).results().map(MatchResult::group))
                    .allMatch(option -> command.getCommandSpec().findOption(option) != null);
        });
    }

    @Test
    void the_action_declares_each_input_that_it_uses() throws IOException {
        JsonNode action = documents(ACTION).get(0);
        assertThat(action.path("runs").path("using").textValue()).isEqualTo("composite");
        assertThat(action.path("runs").path("steps"))
                .allSatisfy(step -> assertThat(step.has("uses") || step.has("shell"))
                        .as("a step of a composite action that runs a script names its shell: %s", step)
                        .isTrue());
        assertThat(used(ACTION, Pattern.compile("\\binputs\\.([\\w-]+)")))
                .isNotEmpty()
                .allMatch(action.path("inputs")::has);
    }

    @Test
    void the_component_declares_each_input_that_it_uses() throws IOException {
        Path component = Path.of("../examples/pipelines/gitlab-component.yml");
        assertThat(used(component, Pattern.compile("\\$\\[\\[ inputs\\.([\\w-]+) ]]")))
                .isNotEmpty()
                .allMatch(documents(component).get(0).at("/spec/inputs")::has);
    }

    private static List<String> used(Path file, Pattern input) throws IOException {
        return input.matcher(Files.readString(file))
                .results()
                .map(match -> match.group(1))
                .toList();
    }

    private static List<JsonNode> documents(Path file) throws IOException {
        return YAML.readerFor(JsonNode.class)
                .<JsonNode>readValues(Files.readString(file))
                .readAll();
    }
}
