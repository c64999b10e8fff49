package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.judge.act.DeadLetters;
import dev.samekey.steps.judge.act.Retries;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import org.junit.jupiter.api.Test;

class HandlerStepsTest {
    private static final String POISONED = Targets.FULL + """
                sandbox: {poison: {/note: poison}}
                delivery: {handlers: {%s}}
            """;

    @Test
    void where_no_other_event_was_sent_meanwhile_nothing_was_compared() {
        HandlerSteps steps = steps("");

        assertEnds(Verdict.INCONCLUSIVE, steps::youngerWasFirst);
        assertEnds(Verdict.INCONCLUSIVE, steps::othersWereNotDelayed);
    }

    @Test
    void a_handler_that_nobody_names_cannot_be_made_to_fail() {
        assertNotChecked("", "delivery.handlers: ");
    }

    @Test
    void attempts_that_nobody_counts_cannot_be_waited_for() {
        assertNotChecked("booking: {effects: select 1}", "handlers.attempts: ");
    }

    private static void assertNotChecked(String handlers, String reason) {
        TargetFile file = Targets.file(POISONED.formatted(handlers));
        TestScenario scenario = new TestScenario(file);
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps(file, scenario).aDeadLetter(scenario.operation("settled")))
                .withMessageStartingWith(reason);
    }

    private static HandlerSteps steps(String handlers) {
        TargetFile file = Targets.file(POISONED.formatted(handlers));
        TestScenario scenario = new TestScenario(file);
        scenario.world.begin(scenario.operation("settled"));
        return steps(file, scenario);
    }

    private static HandlerSteps steps(TargetFile file, TestScenario scenario) {
        Sandbox sandbox = new Sandbox(scenario.calls, scenario.capabilities);
        DeadLetters letters = new DeadLetters(scenario.world, scenario.calls);
        Retries retries = new Retries(
                scenario.world,
                scenario.calls,
                file.contract(),
                sandbox,
                new TargetTime(file.contract(), scenario.capabilities),
                scenario.effects,
                letters,
                MachineWatch.none());
        return new HandlerSteps(scenario.world, sandbox, retries, letters, scenario.checks);
    }
}
