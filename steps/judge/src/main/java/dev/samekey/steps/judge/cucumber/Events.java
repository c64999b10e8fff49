package dev.samekey.steps.judge.cucumber;

import dev.samekey.oracles.wait.OutOfMemory;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.CurrentScenario;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.verdict.StepResult;
import io.cucumber.plugin.ConcurrentEventListener;
import io.cucumber.plugin.event.EventPublisher;
import io.cucumber.plugin.event.PickleStepTestStep;
import io.cucumber.plugin.event.Status;
import io.cucumber.plugin.event.TestCase;
import io.cucumber.plugin.event.TestCaseFinished;
import io.cucumber.plugin.event.TestCaseStarted;
import io.cucumber.plugin.event.TestStepFinished;
import io.cucumber.plugin.event.TestStepStarted;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Turns Cucumber's events into those of a listener, and sets the phase of each scenario. */
final class Events implements ConcurrentEventListener {
    private final Function<TestCase, Scenario> scenarios;
    /** Of the scenario that runs on the thread that asks. */
    private final Supplier<CurrentPhase> phase;

    private final Supplier<CurrentScenario> current;

    private final ScenarioListener listener;
    private final Map<UUID, Seen> running = new ConcurrentHashMap<>();
    private volatile boolean outOfMemory;

    Events(
            Function<TestCase, Scenario> scenarios,
            Supplier<CurrentPhase> phase,
            Supplier<CurrentScenario> current,
            ScenarioListener listener) {
        this.scenarios = scenarios;
        this.phase = phase;
        this.current = current;
        this.listener = listener;
    }

    /** What is known of a scenario that has not ended; one thread runs it. */
    private static final class Seen {
        private final List<StepResult> steps = new ArrayList<>();
        private @Nullable Phase failedIn;
    }

    @Override
    public void setEventPublisher(EventPublisher publisher) {
        publisher.registerHandlerFor(TestCaseStarted.class, this::started);
        publisher.registerHandlerFor(TestStepStarted.class, this::stepStarted);
        publisher.registerHandlerFor(TestStepFinished.class, this::stepFinished);
        publisher.registerHandlerFor(TestCaseFinished.class, this::finished);
    }

    private void started(TestCaseStarted event) {
        running.put(event.getTestCase().getId(), new Seen());
        Scenario scenario = scenarios.apply(event.getTestCase());
        current.get().begin(scenario.id(), scenario.clause(), operation(event.getTestCase()));
        listener.started(scenario);
    }

    /** The first operation that a step names; null where none does. */
    private static @Nullable String operation(TestCase scenario) {
        return steps(scenario).stream()
                .flatMap(step -> step.getDefinitionArgument().stream())
                .filter(argument -> argument.getParameterTypeName().equals(Lookup.OPERATION))
                .map(argument -> String.valueOf(argument.getValue()))
                .findFirst()
                .orElse(null);
    }

    private void stepStarted(TestStepStarted event) {
        if (event.getTestStep() instanceof PickleStepTestStep step) {
            phase.get().enter(step(event.getTestCase(), step).phase());
        }
    }

    private void stepFinished(TestStepFinished event) {
        if (event.getTestStep() instanceof PickleStepTestStep testStep) {
            Seen seen = Objects.requireNonNull(running.get(event.getTestCase().getId()));
            Scenario.Step step = step(event.getTestCase(), testStep);
            boolean passed = event.getResult().getStatus().is(Status.PASSED);
            seen.steps.add(new StepResult(
                    step.toString(),
                    status(event.getResult().getStatus()),
                    event.getInstant().minus(event.getResult().getDuration()),
                    event.getResult().getDuration(),
                    List.of()));
            if (!passed && seen.failedIn == null) {
                seen.failedIn = step.phase();
            }
        }
    }

    private static StepResult.Status status(Status status) {
        return switch (status) {
            case PASSED -> StepResult.Status.PASSED;
            case SKIPPED -> StepResult.Status.SKIPPED;
            default -> StepResult.Status.FAILED;
        };
    }

    private Scenario.Step step(TestCase scenario, PickleStepTestStep step) {
        List<PickleStepTestStep> all = steps(scenario);
        return scenarios.apply(scenario).steps().get(all.indexOf(step));
    }

    /** In the order of the scenario, without its hooks. */
    static List<PickleStepTestStep> steps(TestCase scenario) {
        return scenario.getTestSteps().stream()
                .filter(PickleStepTestStep.class::isInstance)
                .map(PickleStepTestStep.class::cast)
                .toList();
    }

    /**
     * When no scenario runs any more: says that memory has run out in one of them. Cucumber ends that scenario without an event,
     * and only logs why; where memory has run out in another thread, the scenario fails for it.
     */
    void mustHaveHadMemory() {
        if (outOfMemory || !running.isEmpty()) {
            throw new OutOfMemoryError("while a scenario ran");
        }
    }

    private void finished(TestCaseFinished event) {
        TestCase scenario = event.getTestCase();
        Seen seen = Objects.requireNonNull(running.remove(scenario.getId()));
        if (OutOfMemory.is(event.getResult().getError())) {
            outOfMemory = true;
        }
        listener.finished(new ScenarioListener.Finished(
                scenarios.apply(scenario),
                scenario.getId().toString(),
                seen.steps,
                event.getResult().getStatus().name(),
                event.getResult().getError(),
                seen.failedIn,
                event.getInstant().minus(event.getResult().getDuration()),
                event.getResult().getDuration()));
    }
}
