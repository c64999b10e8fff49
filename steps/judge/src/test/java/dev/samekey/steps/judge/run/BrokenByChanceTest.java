package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.verdict.Extenuation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What time or chance may have broken must break again. */
class BrokenByChanceTest {
    private static final Optional<Judgement> HELD = Optional.empty();
    private static final Optional<Judgement> BUSY = Optional.of(Judgement.inconclusive("machine too busy"));

    private final Optional<Judgement> late = Optional.of(
            Judgement.broken("response", "before the other", "after it").with(Extenuation.CHANCE));
    private final Optional<Judgement> wrong = Optional.of(Judgement.broken("status", "201", "200"));
    private final ScriptedEnds ends = new ScriptedEnds();
    private final Scenario scenario = ScriptedEnds.scenario("KEY-1");
    private final Scenario other = ScriptedEnds.scenario("KEY-2");
    private final Deque<Optional<Judgement>> looks = new ArrayDeque<>();
    private Set<String> meant = Set.of();

    @Test
    void what_is_late_once_and_never_again_is_inconclusive() {
        ScenarioResult result = judged(Isolation.BESIDE_OTHERS, late, List.of(HELD, HELD, HELD));

        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason())
                .isEqualTo("broken once only, which time or chance may have done: Response: expected before the other,"
                        + " got after it");
        assertThat(result.facts()).contains(new Fact("judged again", "intermittent: broken in 1 of 16"));
        assertThat(result.isolation()).isEqualTo(Isolation.UNCLEAR);
    }

    @Test
    void what_is_late_again_is_broken() {
        assertThat(judged(Isolation.BESIDE_OTHERS, late, List.of(HELD, BUSY, late))
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
        assertThat(looks).isEmpty();
    }

    @Test
    void what_was_late_without_company_runs_again_too() {
        assertThat(judged(Isolation.ALONE, late, List.of(HELD, late)).verdict()).isEqualTo(Verdict.BROKEN);

        ScenarioResult result = judged(Isolation.ALONE, late, List.of(HELD, BUSY, HELD));
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.isolation()).isEqualTo(Isolation.ALONE);
        assertThat(looks).isEmpty();
    }

    @Test
    void what_is_wrong_once_is_broken_whatever_comes_after_it() {
        assertThat(judged(Isolation.BESIDE_OTHERS, wrong, List.of(HELD, HELD, HELD))
                        .verdict())
                .isEqualTo(Verdict.BROKEN);
        assertThat(judged(Isolation.ALONE, wrong, List.of()).verdict()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void what_is_meant_to_break_is_not_judged_again() {
        meant = Set.of(scenario.clause());

        ScenarioResult result = judged(Isolation.BESIDE_OTHERS, wrong, List.of(HELD));

        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.isolation()).isEqualTo(Isolation.BESIDE_OTHERS);
        assertThat(looks).as("looks that were not taken").hasSize(1);
    }

    @Test
    void what_is_meant_to_break_and_may_be_late_by_chance_must_break_again() {
        meant = Set.of(scenario.clause());

        assertThat(judged(Isolation.BESIDE_OTHERS, late, List.of(HELD, HELD, HELD))
                        .verdict())
                .isEqualTo(Verdict.INCONCLUSIVE);
    }

    @Test
    void what_is_not_meant_to_break_is_judged_again_beside_what_is() {
        meant = Set.of(other.clause());

        assertThat(judged(Isolation.BESIDE_OTHERS, wrong, List.of(wrong)).facts())
                .contains(new Fact("judged again, alone", "broken again"));
    }

    /** @param then how it ends each time that it runs again; after these it holds */
    private ScenarioResult judged(Isolation isolation, Optional<Judgement> first, List<Optional<Judgement>> then) {
        ends.end(other, isolation, Instant.now(), HELD);
        ends.end(scenario, isolation, Instant.now(), first);
        looks.addAll(then);
        return ends.judgedAgain(
                List.of(scenario, other),
                (scenarios, atOnce, waived) ->
                        ends.end(scenario, Isolation.ALONE, Instant.now(), looks.isEmpty() ? HELD : looks.remove()),
                meant);
    }
}
