package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.cucumber.ScenarioListener;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Extenuation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ClientSecondLookTest {
    private final Judgement late =
            Judgement.broken("60 delays", "each within its bounds", "9 outside").with(Extenuation.CHANCE);
    private final Judgement later =
            Judgement.broken("60 delays", "each within its bounds", "7 outside").with(Extenuation.CHANCE);
    private final Judgement busy = Judgement.inconclusive("machine too busy");
    private static final Optional<Judgement> HELD = Optional.empty();

    private final TargetFile file = TargetFile.of(
            YamlFile.of("client.yaml", "{name: small, contract: retry-safe, client: {command: [small]}}"),
            Path.of("."),
            Map.of());
    private final List<ScenarioResult> told = new ArrayList<>();
    private final Recorder recorder = new Recorder(file, new Pace(1, null, 1), told::add);
    private final List<Scenario> ran = new ArrayList<>();

    @Test
    void what_breaks_again_is_broken_with_the_numbers_of_both_looks() {
        Scenario scenario = scenario("CLI-8", 0);
        first(scenario, late);

        look(List.of(scenario), List.of(Optional.of(later)));

        ScenarioResult result = result(scenario);
        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.reason()).contains("got 9 outside");
        assertThat(result.facts())
                .contains(new Fact(
                        "judged again, alone", "BROKEN: 60 delays: expected each within its bounds, got 7 outside"));
    }

    @Test
    void what_holds_then_is_inconclusive_with_the_numbers_of_both_looks() {
        Scenario scenario = scenario("CLI-8", 0);
        first(scenario, late);

        look(List.of(scenario), List.of(HELD));

        ScenarioResult result = result(scenario);
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason())
                .isEqualTo("broken once only; at first BROKEN: 60 delays: expected each within its bounds, got 9"
                        + " outside; judged again, alone: HELD: 0 of 60 outside");
        assertThat(told).last().isEqualTo(result);
    }

    @Test
    void what_a_busy_machine_leaves_open_is_tried_three_times() {
        Scenario scenario = scenario("CLI-8", 0);
        first(scenario, late);
        look(List.of(scenario), List.of(Optional.of(busy), Optional.of(busy), Optional.of(later)));
        assertThat(result(scenario).verdict()).isEqualTo(Verdict.BROKEN);

        first(scenario, late);
        look(List.of(scenario), List.of(Optional.of(busy), Optional.of(busy), Optional.of(busy)));
        assertThat(result(scenario).verdict()).isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void after_one_of_a_clause_that_breaks_again_no_other_is_needed() {
        Scenario one = scenario("CLI-11", 0);
        Scenario other = scenario("CLI-11", 1);
        Scenario third = scenario("CLI-11", 2);
        List.of(one, other, third).forEach(scenario -> first(scenario, late));

        look(List.of(one, other, third), List.of(HELD, Optional.of(later)));

        assertThat(ran).containsExactly(one, other);
        assertThat(List.of(one, other, third))
                .extracting(scenario -> result(scenario).verdict())
                .containsExactly(Verdict.INCONCLUSIVE, Verdict.BROKEN, Verdict.BROKEN);
        assertThat(result(third).facts())
                .contains(new Fact("judged again, alone", "no, for «" + other.name() + "» was, and is broken again"));
    }

    @Test
    void only_what_time_or_chance_may_have_broken_is_unsure() {
        Scenario scenario = scenario("CLI-8", 0);
        first(scenario, late);
        assertThat(recorder.isUnsure(scenario)).isTrue();

        first(scenario, Judgement.broken("key", "one", "two"));
        assertThat(recorder.isUnsure(scenario)).isFalse();
    }

    private static Scenario scenario(String clause, int number) {
        return Features.clients().filled(List::of).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .filter(scenario -> scenario.clause().equals(clause))
                .toList()
                .get(number);
    }

    private void first(Scenario scenario, Judgement judgement) {
        ends(scenario, Isolation.BESIDE_OTHERS, Optional.of(judgement));
    }

    /** @param then how the scenario ends each time; none where it holds */
    private void look(List<Scenario> broken, List<Optional<Judgement>> then) {
        Deque<Optional<Judgement>> looks = new ArrayDeque<>(then);
        new ClientSecondLook(recorder, scenario -> {
                    ran.add(scenario);
                    ends(scenario, Isolation.ALONE, looks.remove());
                })
                .at(broken);
    }

    private void ends(Scenario scenario, Isolation isolation, Optional<Judgement> judgement) {
        Checks checks = new Checks();
        checks.equal("one", 1, 1);
        Journal journal = new Journal(file.secrets());
        if (judgement.isEmpty()) {
            journal.add(Evidence.text(EvidenceKind.DELAYS, "the test of 60 delays", "0 of 60 outside\nmore numbers"));
        }
        recorder.end(scenario.id(), "payment", checks, journal);
        ScenarioListener listener = recorder.in(isolation);
        listener.started(scenario);
        listener.finished(new ScenarioListener.Finished(
                scenario,
                scenario.id(),
                List.of(),
                judgement.isEmpty() ? "PASSED" : "FAILED",
                judgement.orElse(null),
                Phase.THEN,
                Instant.now(),
                Duration.ofSeconds(1)));
    }

    private ScenarioResult result(Scenario scenario) {
        return Objects.requireNonNull(recorder.newest(scenario)).result();
    }
}
