package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.tuple;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.TargetProcess;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.targets.Targets;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Features of a user's folder, in place of the shipped ones. */
class FeatureCheckTest {
    private static final String GOOD = """
            Feature: Ours

              @RPL-2 @smoke
              Scenario: A payment is repeated
                Given a completed payment
                When the request is sent again
                Then the response has the body of the first
            """;

    @TempDir
    private Path folder = Path.of("");

    private ContractRun run(String feature) throws IOException {
        Files.writeString(folder.resolve("ours.feature"), feature);
        return run();
    }

    private ContractRun run() {
        return run(Choice.of(Coverage.clauses(Features.in(folder))));
    }

    private ContractRun run(Choice choice) {
        return new ContractRun(
                Targets.file(Targets.FULL),
                choice,
                Path.of(""),
                TargetProcess::new,
                Features.in(folder),
                List.of(),
                RunOptions.usual());
    }

    @Test
    void the_scenarios_of_a_folder_run_in_place_of_the_shipped_ones() throws IOException {
        Path below = Files.createDirectory(folder.resolve("below"));
        Files.writeString(below.resolve("more.feature"), """
                Feature: More
                  @MIS-1
                  Scenario Outline: Another payload of a <operation>
                    Given a completed <operation>
                    When the request is sent again with another payload
                    Then the request is refused for a payload mismatch

                    Examples:
                      | operation |
                      | reverse   |
                """);
        Files.writeString(folder.resolve("notes.md"), "no feature");

        assertThat(run(GOOD).foreseen())
                .extracting(
                        one -> one.scenario().file(),
                        one -> one.scenario().line(),
                        one -> one.scenario().name(),
                        one -> one.scenario().clause(),
                        Foreseen::operation)
                .containsExactly(
                        tuple("below/more.feature", 10, "Another payload of a refund", "MIS-1", "refund"),
                        tuple("ours.feature", 4, "A payment is repeated", "RPL-2", "payment"));
        assertThat(Coverage.clauses(Features.in(folder)))
                .containsExactlyInAnyOrder("MIS-1", "RPL-2", "REV-1", "CON-12");
    }

    @Test
    void a_folder_without_scenarios_is_an_error() throws IOException {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Features.in(folder.resolve("nowhere")))
                .withMessageContainingAll("nowhere: there is no such folder");
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Features.in(folder))
                .withMessageContainingAll(folder + ": there is no *.feature file in it", "«samekey design»");
        assertBad("Feature: Nothing\n", "no feature in it has a scenario");
        assertBad("# nothing\n", "ours.feature: has no feature");
    }

    @Test
    void a_text_that_is_no_gherkin_is_an_error_with_its_line() throws IOException {
        assertBad(GOOD.replace("    When", "    Wenn"), "ours.feature:6: is no Gherkin", "Wenn");
        Files.write(folder.resolve("ours.feature"), "Feature: Größe".getBytes(StandardCharsets.ISO_8859_1));
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(this::run)
                .withMessageContaining("ours.feature: is not UTF-8");
    }

    @Test
    void a_scenario_has_the_tag_of_one_clause_that_scenarios_judge() throws IOException {
        assertBad(
                GOOD.replace("@RPL-2", "@RPL-92"),
                "ours.feature:4: «A payment is repeated» has the tag @RPL-92, and there is no such clause",
                "did you mean «RPL-9»?");
        assertBad(
                GOOD.replace("@RPL-2 @smoke", "@rpl-2"),
                "ours.feature:4: ",
                "should have the tag of one clause, and has none; did you mean «RPL-2»?",
                "samekey verify --list");
        assertBad(GOOD.replace("@smoke", "@RPL-1"), "ours.feature:4: ", "and has RPL-2, RPL-1");
        assertBad(GOOD.replace("@RPL-2", "@REV-1"), "ours.feature:4: ", "REV-1, which is derived");
        assertBad(GOOD.replace("@RPL-2", "@CLI-1"), "ours.feature:4: ", "CLI-1, which is about clients");
        assertBad(GOOD.replace("Then", "And"), "ours.feature:4: ", "has no Then");
    }

    @Test
    void a_step_that_is_not_defined_is_an_error_with_its_line_and_the_nearest_one() throws IOException {
        assertBad(
                GOOD.replace("is sent again", "is sent agian"),
                "ours.feature:6: «When the request is sent agian»: there is no such step",
                "did you mean «the request is sent again»?");
        assertBad(
                GOOD.replace("the response has", "my bank account has"), "ours.feature:7: ", "there is no such step. ");
    }

    @Test
    void a_word_that_means_nothing_for_the_target_is_an_error_with_its_line() throws IOException {
        assertBad(
                GOOD.replace("completed payment", "completed paymnt"),
                "ours.feature:5: «Given a completed paymnt»: «paymnt» is neither a role nor an operation",
                "did you mean «payment»?");
        assertBad(GOOD.replace("completed payment", "completed create"), "ours.feature:5: ", "a table of Examples");
        assertBad(
                GOOD.replace("sent again", "sent again with another paylod"),
                "ours.feature:6: ",
                "with another payload");
    }

    @Test
    void a_tag_is_a_clause_if_its_letters_are_a_group_of_the_catalogue() throws IOException {
        assertThat(run(GOOD.replace("@smoke", "@JIRA-123 @OPS-2")).foreseen())
                .extracting(one -> one.scenario().clauses())
                .containsExactly(List.of("RPL-2"));
        assertThat(Coverage.clauses(Features.in(folder))).containsExactlyInAnyOrder("RPL-2", "REV-1", "CON-12");
        assertBad(GOOD.replace("@RPL-2", "@JIRA-123"), "ours.feature:4: ", "and has none");
        assertBad(GOOD.replace("@smoke", "@KEY-99"), "has the tag @KEY-99, and there is no such clause", "«KEY-9»");
    }

    @Test
    void files_of_one_name_are_told_apart_by_their_folders() throws IOException {
        Files.writeString(Files.createDirectories(folder.resolve("north")).resolve("ours.feature"), GOOD);
        Files.writeString(Files.createDirectories(folder.resolve("south")).resolve("ours.feature"), GOOD);

        assertThat(places(Set.of())).containsExactly("north/ours.feature", "south/ours.feature");
        assertThat(places(Set.of("south/ours.feature:4"))).containsExactly("south/ours.feature");
        assertThat(places(Set.of("cases/south/ours.feature:4"))).containsExactly("south/ours.feature");
        assertThat(places(Set.of("ours.feature:4"))).containsExactly("north/ours.feature", "south/ours.feature");
        assertThatExceptionOfType(CannotRun.class).isThrownBy(() -> places(Set.of("outh/ours.feature:4")));
    }

    private List<String> places(Set<String> named) {
        Features features = Features.in(folder);
        return run(Choice.of(Coverage.clauses(features)).named(named)).foreseen().stream()
                .map(one -> one.scenario().file())
                .toList();
    }

    @Test
    void a_folder_runs_for_some_operations_in_shards_and_under_conditions() throws IOException {
        Files.writeString(folder.resolve("ours.feature"), """
                Feature: Ours
                  @RPL-4
                  Scenario Outline: A <operation> is repeated
                    Given a completed <operation>
                    When the request is sent again
                    Then there is one effect

                    Examples:
                      | operation |
                      | create    |
                      | reverse   |
                """);
        Choice all = Choice.of(Coverage.clauses(Features.in(folder)));

        assertThat(run(all.about(Set.of("refund"))).foreseen())
                .extracting(Foreseen::operation)
                .containsExactly("refund");
        ContractRun whole = run(all);
        Split split = whole.split(2, MeasuredTimes.shipped());
        assertThat(whole.shard(split, 1).size() + whole.shard(split, 2).size()).isEqualTo(whole.size());
        assertThat(split.scenarios())
                .extracting(item -> item.scenario().feature())
                .containsOnly("ours.feature");
        assertThat(whole.ofStrength(2).plan().combinations().runs()).isPositive();
    }

    private void assertBad(String feature, String... words) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> run(feature))
                .satisfies(bad -> assertThat(bad.getMessage()).contains(words));
    }
}
