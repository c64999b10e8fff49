package dev.samekey.steps.model.verdict;

import dev.samekey.oracles.evidence.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** What a scenario did, when, and what it has seen. */
public record ScenarioTrace(List<StepResult> steps, List<Evidence> evidence, Instant start, Duration took) {
    /** One that did nothing. */
    public static ScenarioTrace none(Instant start) {
        return new ScenarioTrace(List.of(), List.of(), start, Duration.ZERO);
    }

    ScenarioTrace of(List<StepResult> others) {
        return new ScenarioTrace(others, evidence, start, took);
    }

    ScenarioTrace with(List<Evidence> further) {
        return new ScenarioTrace(
                steps, Stream.concat(evidence.stream(), further.stream()).toList(), start, took);
    }
}
