package dev.samekey.steps.model.verdict;

import dev.samekey.oracles.evidence.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of one scenario.
 *
 * @param line in the feature as it was written: the row, where it is of an outline
 * @param clauses the ids of the clauses that it judges
 * @param optional whether an API may well have nothing of what it is about, such as a broker
 * @param operation the operation of the target that it was about; null where it reached none
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

    /** The reason as a report shows it; that of a break begins a sentence. */
    public String sentence() {
        return verdict != Verdict.BROKEN || reason.isEmpty()
                ? reason
                : reason.substring(0, 1).toUpperCase(Locale.ROOT) + reason.substring(1);
    }

    /** The step that ended the scenario before its end; nothing where it ran through. */
    public Optional<StepResult> lastStep() {
        return steps.stream()
                .filter(step -> step.status() != StepResult.Status.PASSED)
                .findFirst();
    }

    /** The same scenario after a step at the end of the run, which has turned the verdict. */
    public ScenarioResult turned(Verdict later, String why, List<Fact> what, StepResult last) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                optional,
                operation,
                later,
                why,
                what,
                Stream.concat(steps.stream(), Stream.of(last)).toList(),
                Stream.concat(evidence.stream(), last.evidence().stream()).toList(),
                start,
                took);
    }
}
