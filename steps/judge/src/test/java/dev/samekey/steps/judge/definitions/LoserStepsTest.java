package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.CurrentScenario;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import java.net.URI;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LoserStepsTest {
    private static final int CREATED = 201;
    private static final int CONFLICT = 409;
    private static final int IN_PROGRESS = 425;
    private static final int FAILED = 500;
    private static final int TIMED_OUT = 504;

    private static final String FULL = Targets.fullAt(URI.create("http://127.0.0.1:1"));

    private TestScenario scenario = new TestScenario(Targets.file(FULL));
    private LoserSteps steps =
            new LoserSteps(scenario.raceRounds, scenario.contract(), scenario.checks, new CurrentScenario());
    private Call call = scenario.world.begin(scenario.operation("payment"));

    @Test
    void one_success_beside_refusals_as_in_progress_holds() {
        race(IN_PROGRESS, CREATED, IN_PROGRESS);

        assertThatNoException().isThrownBy(steps::oneWins);
    }

    @Test
    void a_loser_that_fails_is_broken() {
        race(CREATED, FAILED, IN_PROGRESS);

        assertEnds(Verdict.BROKEN, steps::oneWins);
    }

    @Test
    void a_race_whose_winner_failed_shows_nothing() {
        race(IN_PROGRESS, TIMED_OUT, IN_PROGRESS);

        assertEnds(Verdict.INCONCLUSIVE, steps::oneWins);
    }

    @Test
    void a_success_after_the_failure_of_a_dependency_may_have_been_executed_in_its_place() {
        race(TIMED_OUT, IN_PROGRESS, CREATED);

        assertEnds(Verdict.INCONCLUSIVE, steps::oneWins);
    }

    @Test
    void several_losers_that_fail_are_broken_also_where_a_dependency_is_to_blame() {
        race(TIMED_OUT, TIMED_OUT, CREATED);

        assertEnds(Verdict.BROKEN, steps::oneWins);
    }

    @Test
    void duplicates_that_all_fail_are_broken() {
        race(FAILED, FAILED, FAILED);

        assertEnds(Verdict.BROKEN, steps::oneWins);
    }

    @Test
    void a_loser_that_only_a_code_tells_is_not_checked_where_nobody_knows_where_the_code_stands() {
        contract("errors: null");
        race(CREATED, CONFLICT, CONFLICT);

        assertEnds(Verdict.NOT_CHECKED, steps::oneWins);
    }

    @Test
    void a_loser_that_fails_is_broken_however_it_should_have_been_refused() {
        contract("errors: null");
        race(CREATED, CONFLICT, FAILED);

        assertEnds(Verdict.BROKEN, steps::oneWins);
    }

    @Test
    void a_loser_that_only_a_code_tells_is_known_by_it() {
        contract("errors: {code: /id}");
        race(CREATED, CONFLICT, CONFLICT);

        assertThatNoException().isThrownBy(steps::oneWins);
    }

    /** One that refuses a request in progress with a code alone, which is the id that all responses have. */
    private void contract(String errors) {
        scenario = new TestScenario(Targets.file(FULL.replace(
                "contract: playbook",
                "contract: {extends: playbook, refusals: {in_progress: {status: null, code: r-1}}, " + errors + "}")));
        steps = new LoserSteps(scenario.raceRounds, scenario.contract(), scenario.checks, new CurrentScenario());
        call = scenario.world.begin(scenario.operation("payment"));
    }

    /** Their responses came in this order, and all were under way together. */
    private void race(int... statuses) {
        scenario.raceRounds.add(new RaceRounds.Heat(
                call,
                new Round(IntStream.range(0, statuses.length)
                        .mapToObj(i -> TestScenario.answered(call, statuses[i], 10 + i))
                        .toList())));
    }
}
