package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Whether those that shared a crash were why a scenario broke at it. */
class BrokenAtACrashTest {
    private final Instant crash = Instant.now();
    private final ScriptedEnds ends = new ScriptedEnds();
    private final Scenario atAnyMoment = ScriptedEnds.scenario("STO-1");
    private final Scenario afterItsEffect = ScriptedEnds.scenario("STO-2");
    private final Scenario restarted = ScriptedEnds.scenario("STO-4");
    private final Scenario atNoCrash = ScriptedEnds.scenario("KEY-1");
    private final List<List<Scenario>> runs = new ArrayList<>();

    @Test
    void what_a_crash_at_any_moment_breaks_is_not_put_down_to_others() {
        ScenarioResult result = broken(atAnyMoment, crash);

        assertThat(runs).containsExactly(List.of(atAnyMoment));
        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.isolation()).isEqualTo(Isolation.UNCLEAR);
        assertThat(result.facts()).contains(new Fact("judged again", "intermittent: broken in 1 of 2"));
    }

    @Test
    void what_breaks_again_beside_those_that_share_its_crash_is_put_down_to_them() {
        ScenarioResult result = broken(restarted, crash);

        assertThat(runs)
                .containsExactly(
                        List.of(restarted), List.of(restarted), List.of(restarted), List.of(restarted, afterItsEffect));
        assertThat(result.verdict()).isEqualTo(Verdict.HELD);
        assertThat(result.isolation()).isEqualTo(Isolation.DISTURBED);
    }

    @Test
    void what_had_nobody_beside_it_is_not_put_down_to_others() {
        ScenarioResult result = broken(restarted, crash.plus(ScriptedEnds.TOOK));

        assertThat(runs).hasSize(3).allSatisfy(run -> assertThat(run).containsExactly(restarted));
        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.isolation()).isEqualTo(Isolation.UNCLEAR);
    }

    /** What becomes of a scenario that breaks beside others and holds alone. */
    private ScenarioResult broken(Scenario scenario, Instant start) {
        Optional<Judgement> broken = Optional.of(Judgement.broken("effects", "1", "2"));
        ends.end(afterItsEffect, Isolation.BESIDE_OTHERS, crash, Optional.empty());
        ends.end(atNoCrash, Isolation.BESIDE_OTHERS, start, Optional.empty());
        ends.end(scenario, Isolation.BESIDE_OTHERS, start, broken);
        return ends.judgedAgain(List.of(scenario, afterItsEffect, atNoCrash), (scenarios, atOnce, waived) -> {
            runs.add(scenarios);
            boolean alone = scenarios.size() == 1;
            scenarios.forEach(one -> ends.end(
                    one,
                    alone ? Isolation.ALONE : Isolation.BESIDE_OTHERS,
                    start,
                    alone || !one.equals(scenario) ? Optional.empty() : broken));
        });
    }
}
