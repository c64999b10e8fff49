package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.DesignFiles;
import dev.samekey.steps.author.design.Designer;
import dev.samekey.steps.author.design.TestCase;
import dev.samekey.steps.author.design.TestDesign;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Features;
import dev.samekey.steps.judge.run.Foreseen;
import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.states.KeyStates;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;

/** The cases that Samekey executes, as features: what a design writes, {@code verify --features} runs. */
class CasesFeaturesTest {
    /** Nobody listens there: what is sent anyway ends as «connection refused». */
    private static final String TARGET = """
            name: Acme
            urls: ["http://127.0.0.1:1"]
            writes: allowed
            contract: playbook
            operations:
              pay:
                role: create
                request: {method: POST, path: /pay, body: {amount: 1, note: "${unique}"}}
                id: /id
                intent: {/amount: 2}
            """;

    private static final String OWN = """
            Feature: Ours
              @RPL-1
              Scenario: A pay is repeated
                Given a completed pay
                When the request is sent again
                Then the response has the status of the first
            """;

    @TempDir
    private Path folder = Path.of("");

    private final StringWriter said = new StringWriter();

    static List<String> systems() {
        return BundledServer.SYSTEMS_SHIPPED;
    }

    @ParameterizedTest
    @MethodSource("systems")
    void each_case_that_samekey_executes_is_the_scenario_that_a_usual_run_has(String system) throws IOException {
        assertSame(BundledServer.described(system, folder));
    }

    @Test
    void a_target_with_few_operations_has_few_features() throws IOException {
        TargetFile file = TargetFile.of(YamlFile.of("target.yaml", TARGET), folder, Map.of());
        assertSame(file);
        assertThat(folder.resolve("features"))
                .isDirectoryContaining("glob:**/replay.feature")
                .isDirectoryNotContaining("glob:**/job.feature");
        assertThat(Files.readString(folder.resolve("features/replay.feature"))).containsPattern("""

                          # MUST, priority medium
                          @RPL-1 @case:RPL-1-pay-[0-9a-f]{4}
                          Scenario: A repeated pay has the status of the first response
                            Given a completed pay
                            When the request is sent again
                            Then the response has the status of the first
                        """);
    }

    /** Parsed and looked up by Cucumber, the features are the shipped scenarios of these cases, step by step. */
    private void assertSame(TargetFile file) throws IOException {
        TestDesign design = new Designer(file, KeyStates.shipped()).design();
        write(new DesignFiles(design, null).texts());
        List<TestCase> executed =
                design.cases().stream().filter(TestCase::isExecutable).toList();
        Set<List<String>> titles =
                executed.stream().map(one -> List.of(one.clause(), one.title())).collect(Collectors.toSet());

        List<Foreseen> written = foreseen(file, Features.in(folder));
        assertThat(written.stream().map(CasesFeaturesTest::text))
                .hasSizeGreaterThan(10)
                .hasSameSizeAs(executed)
                .containsExactlyInAnyOrderElementsOf(foreseen(file, Features.shipped()).stream()
                        .filter(one -> titles.contains(
                                List.of(one.scenario().clause(), one.scenario().name())))
                        .map(CasesFeaturesTest::text)
                        .toList());
        assertThat(written.stream()
                        .flatMap(one -> one.scenario().tags().stream())
                        .filter(tag -> tag.startsWith("@case:")))
                .containsExactlyInAnyOrderElementsOf(
                        executed.stream().map(one -> "@case:" + one.id()).toList());
    }

    private void write(Map<String, String> texts) throws IOException {
        for (Map.Entry<String, String> text : texts.entrySet()) {
            Path file = folder.resolve(text.getKey());
            Files.createDirectories(file.getParent());
            Files.writeString(file, text.getValue());
        }
    }

    private static List<Foreseen> foreseen(TargetFile file, Features features) {
        return new ContractRun(
                        file,
                        Choice.of(Coverage.clauses(features)),
                        Path.of(""),
                        TargetProcess::new,
                        features,
                        List.of(),
                        RunOptions.usual())
                .foreseen();
    }

    /** All of a scenario that a run looks at. */
    private static List<String> text(Foreseen foreseen) {
        Scenario scenario = foreseen.scenario();
        // A design has its features in a folder.
        String name = Path.of(scenario.file()).getFileName().toString();
        return Stream.of(
                        Stream.of(name, scenario.name(), String.valueOf(foreseen.requests())),
                        scenario.tags().stream()
                                .filter(tag -> !tag.startsWith("@case:"))
                                .sorted(),
                        scenario.steps().stream().map(step -> step.phase() + " " + step))
                .flatMap(parts -> parts)
                .toList();
    }

    private int verify(String own, String... more) throws IOException {
        Path target = Files.writeString(folder.resolve("target.yaml"), TARGET);
        Path cases = Files.createDirectories(folder.resolve("cases"));
        Files.writeString(cases.resolve("own.feature"), own);
        List<String> arguments = Stream.concat(
                        Stream.of(
                                "verify",
                                "--target",
                                target.toString(),
                                "--features",
                                cases.toString(),
                                "--out",
                                folder.resolve("report").toString()),
                        Stream.of(more))
                .toList();
        said.getBuffer().setLength(0);
        CommandLine line = Main.commandLine();
        return line.setOut(new PrintWriter(said, true))
                .setErr(new PrintWriter(said, true))
                .execute(arguments.toArray(String[]::new));
    }

    @Test
    void a_plan_and_a_list_have_what_the_folder_has() throws IOException {
        assertThat(verify(OWN, "--plan")).isZero();
        assertThat(said.toString())
                .contains("A pay is repeated", "in all 1 scenarios", "no scenario in it has their tag: CND-1, ")
                .doesNotContain("RPL-1,", "A repeated pay");

        assertThat(verify(OWN, "--list")).isZero();
        assertThat(said.toString()).contains("RPL-1").doesNotContain("RPL-2");

        assertThat(verify(OWN, "--plan", "--scenario", "own.feature:3")).isZero();
        assertThat(said.toString()).contains("in all 1 scenarios");
        assertThat(verify(OWN, "--plan", "--scenario", "own.feature:4")).isEqualTo(2);
        assertThat(verify(OWN, "--clauses", "RPL-2")).isEqualTo(2);
        assertThat(said.toString()).contains("no scenario judges the clause «RPL-2»");
    }

    @Test
    void what_cannot_run_ends_with_its_place_before_anything_is_sent() throws IOException {
        assertBad(OWN.replace("@RPL-1", "@RPL-91"), "own.feature:3: ", "there is no such clause");
        assertBad(OWN.replace("@RPL-1", "@smoke"), "own.feature:3: ", "should have the tag of one clause");
        assertBad(
                OWN.replace("sent again", "sent agian"),
                "own.feature:5: ",
                "did you mean «the request is sent again»?");
        assertBad(OWN.replace("    When", "    Wenn"), "own.feature:5: is no Gherkin");
        assertBad("", "own.feature: has no feature");
    }

    private void assertBad(String own, String... words) throws IOException {
        assertThat(verify(own)).isEqualTo(2);
        assertThat(said.toString()).startsWith("samekey: ").contains(words);
        assertThat(said.toString()).doesNotContain("connection refused", "judging");
    }
}
