package dev.samekey.steps.model.verdict;

import dev.samekey.oracles.evidence.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What came of one scenario.
 *
 * @param line in the feature as it was written: the row, where it is of an outline
 * @param clauses the ids of the clauses that it judges
 * @param optional whether an API may well have nothing of what it is about, such as a broker
 * @param operation the operation of the target that it was about; null where it got to none
 * @param reason why it did not hold; empty where it did
 */
public record ScenarioResult(
        String name,
        String feature,
        int line,
        List<String> clauses,
        boolean optional,
        @Nullable String operation,
        Verdict verdict,
        String reason,
        List<Fact> facts,
        List<StepResult> steps,
        List<Evidence> evidence,
        Instant start,
        Duration took) {

    /** The same scenario with what turned out later. */
    public ScenarioResult turned(Verdict later, String why, List<Fact> what, List<Evidence> seen) {
        return new ScenarioResult(
                name, feature, line, clauses, optional, operation, later, why, what, steps, seen, start, took);
    }
}
