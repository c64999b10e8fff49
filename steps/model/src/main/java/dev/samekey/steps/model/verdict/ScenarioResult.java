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
 * @param isolation whether others ran at the same time, and whether that made a difference
 * @param combinations its runs under conditions; none where it ran as usual alone
 * @param takenBack the break that it was, where its operation did not work any more at the end; null where there is none
 */
public record ScenarioResult(
        ScenarioIdentity scenario,
        Isolation isolation,
        Ruling ruling,
        ScenarioTrace trace,
        List<ConditionedRun> combinations,
        @Nullable ScenarioResult takenBack) {

    /** One that ran as usual. */
    public ScenarioResult(ScenarioIdentity scenario, Isolation isolation, Ruling ruling, ScenarioTrace trace) {
        this(scenario, isolation, ruling, trace, List.of(), null);
    }

    public String name() {
        return scenario.name();
    }

    public String feature() {
        return scenario.feature();
    }

    /** In the feature as it was written: the row, where it is of an outline. */
    public int line() {
        return scenario.line();
    }

    /** The ids of the clauses that it judges. */
    public List<String> clauses() {
        return scenario.clauses();
    }

    public Set<Trait> traits() {
        return scenario.traits();
    }

    public boolean has(Trait trait) {
        return traits().contains(trait);
    }

    /** The operation of the target that it was about; null where it reached none. */
    public @Nullable String operation() {
        return scenario.operation();
    }

    public Verdict verdict() {
        return ruling.verdict();
    }

    /** What broke it, where other clauses assert it too; null where it did not break, or on a point of its own. */
    public @Nullable SharedAssertion point() {
        return ruling.point();
    }

    /** The id of the clause whose break brought this one; null for a finding of its own. */
    public @Nullable String cause() {
        return ruling.cause();
    }

    /** Why it did not hold; empty where it did. */
    public String reason() {
        return ruling.reason();
    }

    public List<Fact> facts() {
        return ruling.facts();
    }

    public List<StepResult> steps() {
        return trace.steps();
    }

    public List<Evidence> evidence() {
        return trace.evidence();
    }

    public Instant start() {
        return trace.start();
    }

    public Duration took() {
        return trace.took();
    }

    /** The reason as a report shows it; that of a break begins a sentence. */
    public String sentence() {
        String reason = reason();
        if (verdict() != Verdict.BROKEN || reason.isEmpty()) {
            return reason;
        }
        String sentence = reason.substring(0, 1).toUpperCase(Locale.ROOT) + reason.substring(1);
        return cause() == null ? sentence : sentence + ", in consequence of " + cause();
    }

    /** The step that ended the scenario before its end; nothing where it ran through. */
    public Optional<StepResult> lastStep() {
        return steps().stream()
                .filter(step -> step.status() != StepResult.Status.PASSED)
                .findFirst();
    }

    /** The same scenario after a step at the end of the run, which has turned the verdict. */
    public ScenarioResult turned(
            Verdict later, @Nullable SharedAssertion on, String why, List<Fact> what, StepResult last) {
        ScenarioTrace longer = trace.of(
                        Stream.concat(steps().stream(), Stream.of(last)).toList())
                .with(last.evidence());
        return new ScenarioResult(
                scenario, isolation, new Ruling(later, on, cause(), why, what), longer, combinations, takenBack);
    }

    /** The same result, which was this break before; the reason tells it. */
    public ScenarioResult takingBack(ScenarioResult broken) {
        Ruling telling = ruling.because(reason() + "; before that, it was broken: " + broken.reason());
        return new ScenarioResult(scenario, isolation, telling, trace, combinations, broken);
    }

    /** The same result with one more fact, and with the evidence of another run of the scenario behind its own. */
    public ScenarioResult with(Fact more, List<Evidence> further) {
        return new ScenarioResult(scenario, isolation, ruling.with(more), trace.with(further), combinations, takenBack);
    }

    /** The same break, which was seen under conditions alone: its sentence names them. */
    public ScenarioResult when(String conditions, Fact more) {
        return ruled(ruling.because(reason() + ", when " + conditions).with(more));
    }

    /** The same result with its steps as they are known otherwise. */
    public ScenarioResult with(List<StepResult> others) {
        return new ScenarioResult(scenario, isolation, ruling, trace.of(others), combinations, takenBack);
    }

    /** The same result of a scenario that ran beside others, or not. */
    public ScenarioResult in(Isolation other) {
        return new ScenarioResult(scenario, other, ruling, trace, combinations, takenBack);
    }

    /** The same result of a scenario that is broken because this clause is. */
    public ScenarioResult inConsequenceOf(String clause) {
        return ruled(ruling.inConsequenceOf(clause));
    }

    /** The same run as a break of another clause, with these facts before its own. */
    public ScenarioResult breaking(String clause, String why, List<Fact> what) {
        List<Fact> all = Stream.concat(what.stream(), facts().stream()).toList();
        return new ScenarioResult(
                scenario.of(clause), isolation, new Ruling(Verdict.BROKEN, why, all), trace, combinations, null);
    }

    /** The same result of a scenario that ran under conditions too. */
    public ScenarioResult under(List<ConditionedRun> runs) {
        return new ScenarioResult(scenario, isolation, ruling, trace, runs, takenBack);
    }

    private ScenarioResult ruled(Ruling other) {
        return new ScenarioResult(scenario, isolation, other, trace, combinations, takenBack);
    }
}
