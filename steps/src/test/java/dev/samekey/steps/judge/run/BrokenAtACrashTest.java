package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.cucumber.ScenarioListener;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Company;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whether those that shared a crash were why a scenario broke at it. */
class BrokenAtACrashTest {
    private static final Duration TOOK = Duration.ofSeconds(1);

    private final Instant crash = Instant.now();
    private final TargetFile file = Targets.file(Targets.FULL);
    private final Recorder recorder = new Recorder(file, new Pace(1, null, 1), unused -> {});
    private final Scenario atAnyMoment = scenario("STO-1");
    private final Scenario afterItsEffect = scenario("STO-2");
    private final Scenario restarted = scenario("STO-4");
    private final Scenario atNoCrash = scenario("KEY-1");
    private final List<List<Scenario>> runs = new ArrayList<>();

    @Test
    void what_a_crash_at_any_moment_breaks_is_not_put_down_to_others() {
        ScenarioResult result = broken(atAnyMoment, crash);

        assertThat(runs).containsExactly(List.of(atAnyMoment));
        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.company()).isEqualTo(Company.UNCLEAR);
        assertThat(result.facts()).contains(new Fact("judged again", "intermittent: broken in 1 of 2"));
    }

    @Test
    void what_breaks_again_beside_those_that_share_its_crash_is_put_down_to_them() {
        ScenarioResult result = broken(restarted, crash);

        assertThat(runs)
                .containsExactly(
                        List.of(restarted), List.of(restarted), List.of(restarted), List.of(restarted, afterItsEffect));
        assertThat(result.verdict()).isEqualTo(Verdict.HELD);
        assertThat(result.company()).isEqualTo(Company.DISTURBED);
    }

    @Test
    void what_had_nobody_beside_it_is_not_put_down_to_others() {
        ScenarioResult result = broken(restarted, crash.plus(TOOK));

        assertThat(runs).hasSize(3).allSatisfy(run -> assertThat(run).containsExactly(restarted));
        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.company()).isEqualTo(Company.UNCLEAR);
    }

    /** What becomes of a scenario that breaks beside others and holds alone. */
    private ScenarioResult broken(Scenario scenario, Instant start) {
        ends(afterItsEffect, Company.OTHERS, crash, null);
        ends(atNoCrash, Company.OTHERS, start, null);
        ends(scenario, Company.OTHERS, start, Judgement.broken("effects", "1", "2"));
        new SecondLook(
                        (scenarios, atOnce, waived) -> {
                            runs.add(scenarios);
                            boolean alone = scenarios.size() == 1;
                            scenarios.forEach(one -> ends(
                                    one,
                                    alone ? Company.ALONE : Company.OTHERS,
                                    start,
                                    alone || !one.equals(scenario) ? null : Judgement.broken("effects", "1", "2")));
                        },
                        recorder,
                        new Pace(1, null, 1),
                        2)
                .at(List.of(afterItsEffect, atNoCrash, scenario), List.of(scenario));
        return Objects.requireNonNull(recorder.newest(scenario)).result();
    }

    private void ends(Scenario scenario, Company company, Instant start, @Nullable Judgement judgement) {
        Checks checks = new Checks();
        checks.equal("one", 1, 1);
        recorder.end(scenario.id(), "payment", checks, new Journal(file.secrets()));
        ScenarioListener listener = recorder.in(company);
        listener.started(scenario);
        listener.finished(new ScenarioListener.Finished(
                scenario,
                scenario.id(),
                List.of(),
                judgement == null ? "PASSED" : "FAILED",
                judgement,
                Phase.THEN,
                start,
                TOOK));
    }

    private static Scenario scenario(String clause) {
        return Features.shipped().filled(List::of).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .filter(one -> one.clause().equals(clause))
                .findFirst()
                .orElseThrow();
    }
}
