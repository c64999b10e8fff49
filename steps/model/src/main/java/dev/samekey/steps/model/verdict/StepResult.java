package dev.samekey.steps.model.verdict;

import dev.samekey.oracles.evidence.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * A step of a scenario that has ended.
 *
 * @param text with its keyword
 * @param evidence what was noted while it ran
 */
public record StepResult(String text, Status status, Instant start, Duration took, List<Evidence> evidence) {
    public StepResult {
        evidence = List.copyOf(evidence);
    }

    /** What a step can end as. */
    public enum Status {
        PASSED,
        /** It has seen that the clause is broken. */
        FAILED,
        /** The harness failed in it. */
        BROKEN,
        /** It did not run, or it ended its scenario without a judgement on the target. */
        SKIPPED;

        /** That of the step that has ended a scenario with a verdict. */
        public static Status of(Verdict verdict) {
            return switch (verdict) {
                case HELD -> PASSED;
                case BROKEN -> FAILED;
                case HARNESS_ERROR -> BROKEN;
                default -> SKIPPED;
            };
        }
    }

    /** The same step with what is known of it when its scenario has ended. */
    public StepResult with(Status known, List<Evidence> noted) {
        return new StepResult(text, known, start, took, noted);
    }
}
