package dev.samekey.steps.model.verdict;

import dev.samekey.oracles.evidence.Evidence;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The result of one scenario.
 *
 * @param line in the feature as it was written: the row, where it is of an outline
 * @param clauses the ids of the clauses that it judges
 * @param traits what the scenario says of itself
 * @param operation the operation of the target that it was about; null where it reached none
 * @param isolation whether others ran at the same time, and whether that made a difference
 * @param point what broke it, where other clauses assert it too; null where it did not break, or on a point of its own
 * @param cause the id of the clause whose break brought this one; null for a finding of its own
 * @param reason why it did not hold; empty where it did
 * @param combinations its runs under conditions; none where it ran as usual alone
 * @param takenBack the break that it was, where its operation did not work any more at the end; null where there is none
 */
public record ScenarioResult(
        String name,
        String feature,
        int line,
        List<String> clauses,
        Set<Trait> traits,
        @Nullable String operation,
        Isolation isolation,
        Verdict verdict,
        @Nullable SharedAssertion point,
        @Nullable String cause,
        String reason,
        List<Fact> facts,
        List<ConditionedRun> combinations,
        @Nullable ScenarioResult takenBack,
        List<StepResult> steps,
        List<Evidence> evidence,
        Instant start,
        Duration took) {

    /** One that ran as usual. */
    public ScenarioResult(
            String name,
            String feature,
            int line,
            List<String> clauses,
            Set<Trait> traits,
            @Nullable String operation,
            Isolation isolation,
            Verdict verdict,
            @Nullable SharedAssertion point,
            @Nullable String cause,
            String reason,
            List<Fact> facts,
            List<StepResult> steps,
            List<Evidence> evidence,
            Instant start,
            Duration took) {
        this(
                name, feature, line, clauses, traits, operation, isolation, verdict, point, cause, reason, facts,
                List.of(), null, steps, evidence, start, took);
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    /** The reason as a report shows it; that of a break begins a sentence. */
    public String sentence() {
        if (verdict != Verdict.BROKEN || reason.isEmpty()) {
            return reason;
        }
        String sentence = reason.substring(0, 1).toUpperCase(Locale.ROOT) + reason.substring(1);
        return cause == null ? sentence : sentence + ", in consequence of " + cause;
    }

    /** The step that ended the scenario before its end; nothing where it ran through. */
    public Optional<StepResult> lastStep() {
        return steps.stream()
                .filter(step -> step.status() != StepResult.Status.PASSED)
                .findFirst();
    }

    /** The same scenario after a step at the end of the run, which has turned the verdict. */
    public ScenarioResult turned(Verdict later, @Nullable SharedAssertion on, String why, List<Fact> what, StepResult last) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                traits,
                operation,
                isolation,
                later,
                on,
                cause,
                why,
                what,
                combinations,
                takenBack,
                Stream.concat(steps.stream(), Stream.of(last)).toList(),
                Stream.concat(evidence.stream(), last.evidence().stream()).toList(),
                start,
                took);
    }

    /** The same result, which was this break before; the reason tells it. */
    public ScenarioResult takingBack(ScenarioResult broken) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                traits,
                operation,
                isolation,
                verdict,
                point,
                cause,
                reason + "; before that, it was broken: " + broken.reason(),
                facts,
                combinations,
                broken,
                steps,
                evidence,
                start,
                took);
    }

    /** The same result with one more fact, and with the evidence of another run of the scenario behind its own. */
    public ScenarioResult with(Fact more, List<Evidence> further) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                traits,
                operation,
                isolation,
                verdict,
                point,
                cause,
                reason,
                Stream.concat(facts.stream(), Stream.of(more)).toList(),
                combinations,
                takenBack,
                steps,
                Stream.concat(evidence.stream(), further.stream()).toList(),
                start,
                took);
    }

    /** The same break, which was seen under conditions alone: its sentence names them. */
    public ScenarioResult when(String conditions, Fact more) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                traits,
                operation,
                isolation,
                verdict,
                point,
                cause,
                reason + ", when " + conditions,
                Stream.concat(facts.stream(), Stream.of(more)).toList(),
                combinations,
                takenBack,
                steps,
                evidence,
                start,
                took);
    }

    /** The same result with its steps as they are known otherwise. */
    public ScenarioResult with(List<StepResult> others) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                traits,
                operation,
                isolation,
                verdict,
                point,
                cause,
                reason,
                facts,
                combinations,
                takenBack,
                others,
                evidence,
                start,
                took);
    }

    /** The same result of a scenario that ran in another company. */
    public ScenarioResult in(Isolation other) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                traits,
                operation,
                other,
                verdict,
                point,
                cause,
                reason,
                facts,
                combinations,
                takenBack,
                steps,
                evidence,
                start,
                took);
    }

    /** The same result of a scenario that is broken because this clause is. */
    public ScenarioResult inConsequenceOf(String clause) {
        return new ScenarioResult(
                name,
                feature,
                line,
                clauses,
                traits,
                operation,
                isolation,
                verdict,
                point,
                clause,
                reason,
                facts,
                combinations,
                takenBack,
                steps,
                evidence,
                start,
                took);
    }

    /** The same run as a break of another clause, with these facts before its own. */
    public ScenarioResult breaking(String clause, String why, List<Fact> what) {
        return new ScenarioResult(
                name,
                feature,
                line,
                List.of(clause),
                traits,
                operation,
                isolation,
                Verdict.BROKEN,
                null,
                null,
                why,
                Stream.concat(what.stream(), facts.stream()).toList(),
                combinations,
                null,
                steps,
                evidence,
                start,
                took);
    }

    /** The same result of a scenario that ran under conditions too. */
    public ScenarioResult under(List<ConditionedRun> runs) {
        return new ScenarioResult(
                name, feature, line, clauses, traits, operation, isolation, verdict, point, cause, reason, facts, runs,
                takenBack, steps, evidence, start, took);
    }
}
