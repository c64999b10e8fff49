package dev.samekey.steps.judge.cucumber;

import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.model.verdict.StepResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Who wants to know what becomes of scenarios. Several threads call it. */
public interface ScenarioListener {
    /** Nobody. */
    ScenarioListener NONE = new ScenarioListener() {
        @Override
        public void started(Scenario scenario) {}

        @Override
        public void finished(Finished finished) {}
    };

    void started(Scenario scenario);

    void finished(Finished finished);

    /**
     * What became of a scenario.
     *
     * @param run the id of this run of it, by which its hooks know it
     * @param status {@code PASSED}, or what its steps ended with
     * @param error what a step or a hook threw
     * @param failedIn the phase of the step that did not pass; null where none did or where it was a hook
     */
    record Finished(
            Scenario scenario,
            String run,
            List<StepResult> steps,
            String status,
            @Nullable Throwable error,
            @Nullable Phase failedIn,
            Instant start,
            Duration took) {
        public boolean passed() {
            return status.equals("PASSED");
        }
    }
}
