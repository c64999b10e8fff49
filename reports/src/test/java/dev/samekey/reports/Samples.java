package dev.samekey.reports;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.oracles.evidence.EvidenceKind;
import dev.samekey.reports.verdict.Api;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.Ruling;
import dev.samekey.steps.model.verdict.ScenarioIdentity;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.ScenarioTrace;
import dev.samekey.steps.model.verdict.StepResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Made-up runs to make reports of. */
public final class Samples {
    private Samples() {}

    private static final Instant START = Instant.parse("2026-01-02T03:04:05Z");

    public static ScenarioResult scenario(String clause, String operation, Verdict verdict) {
        return scenario(clause, operation, verdict, verdict == Verdict.HELD ? "" : "why <it> is " + verdict);
    }

    /** One for which there was no time. */
    public static ScenarioResult unreached(String clause, String operation) {
        ScenarioResult late = scenario(
                clause, operation, Verdict.NOT_CHECKED, NotReached.in("3m").reason());
        ScenarioIdentity identity = new ScenarioIdentity(
                late.name() + ", late", late.feature(), late.line(), late.clauses(), late.traits(), operation);
        Ruling ruling =
                new Ruling(late.verdict(), late.reason(), NotReached.in("3m").facts());
        return new ScenarioResult(
                identity,
                Isolation.ALONE,
                ruling,
                new ScenarioTrace(late.steps(), List.of(), late.start(), Duration.ZERO));
    }

    /** The same result of a scenario with another name. */
    public static ScenarioResult with(String name, ScenarioResult result) {
        return of(
                new ScenarioIdentity(
                        name, result.feature(), result.line(), result.clauses(), result.traits(), result.operation()),
                result);
    }

    /** The same result of a scenario that says this of itself. */
    public static ScenarioResult with(Trait trait, ScenarioResult result) {
        return of(
                new ScenarioIdentity(
                        result.name(),
                        result.feature(),
                        result.line(),
                        result.clauses(),
                        Set.of(trait),
                        result.operation()),
                result);
    }

    /** The same result of a scenario that is about no operation. */
    public static ScenarioResult ofTheContract(ScenarioResult result) {
        return of(
                new ScenarioIdentity(
                        result.name(), result.feature(), result.line(), result.clauses(), result.traits(), null),
                result);
    }

    private static ScenarioResult of(ScenarioIdentity scenario, ScenarioResult result) {
        return new ScenarioResult(scenario, result.isolation(), result.ruling(), result.trace());
    }

    public static ScenarioResult scenario(String clause, String operation, Verdict verdict, String reason) {
        boolean held = verdict == Verdict.HELD;
        List<Evidence> evidence = List.of(
                Evidence.text(EvidenceKind.EXCHANGE, "request 1: POST /" + operation, "POST /" + operation),
                Evidence.text(EvidenceKind.ROWS, "effects of the " + operation, "19"));
        ScenarioTrace trace = new ScenarioTrace(
                List.of(
                        step("Given a completed " + operation, StepResult.Status.PASSED, 0, evidence.subList(0, 1)),
                        step("Then it is so", StepResult.Status.of(verdict), 5, evidence.subList(1, 2))),
                Stream.concat(
                                Stream.of(Evidence.text(EvidenceKind.NOTE, "before all steps", "a note")),
                                evidence.stream())
                        .toList(),
                START,
                Duration.ofMillis(12));
        return new ScenarioResult(
                new ScenarioIdentity(
                        clause + " of a " + operation, "replay.feature", 7, List.of(clause), Set.of(), operation),
                Isolation.BESIDE_OTHERS,
                new Ruling(
                        verdict,
                        reason,
                        held ? List.of() : List.of(new Fact("expected", "201"), new Fact("actual", "<500> & \u0001"))),
                trace);
    }

    private static StepResult step(String text, StepResult.Status status, long after, List<Evidence> evidence) {
        return new StepResult(text, status, START.plusMillis(after), Duration.ofMillis(5), evidence);
    }

    public static ContractVerdict verdict(Set<String> chosen, ScenarioResult... scenarios) {
        return verdict("", Baseline.NONE, chosen, scenarios);
    }

    /** @param gate the line of the target file that says what stops a pipeline */
    public static ContractVerdict verdict(
            String gate, Baseline baseline, Set<String> chosen, ScenarioResult... scenarios) {
        return verdict(gate, baseline, chosen, false, null, List.of(), scenarios);
    }

    /** One of a run that was ended early. */
    public static ContractVerdict ended(Set<String> chosen, ScenarioResult... scenarios) {
        return verdict("", Baseline.NONE, chosen, true, null, List.of(), scenarios);
    }

    /** One of a run that could not judge to its end. */
    public static ContractVerdict hindered(String obstacle, Set<String> chosen, ScenarioResult... scenarios) {
        return verdict("", Baseline.NONE, chosen, false, obstacle, List.of(), scenarios);
    }

    /** One of a run in which this was shown of the operations. */
    public static ContractVerdict controlled(
            List<Controlled> controls, Set<String> chosen, ScenarioResult... scenarios) {
        return verdict("", Baseline.NONE, chosen, false, null, controls, scenarios);
    }

    private static ContractVerdict verdict(
            String gate,
            Baseline baseline,
            Set<String> chosen,
            boolean ended,
            @Nullable String obstacle,
            List<Controlled> controls,
            ScenarioResult... scenarios) {
        RunResult run = new RunResult(
                "Acme",
                "playbook",
                Arrays.asList(scenarios),
                controls,
                42,
                new Cleaned(3, 1, 0, "DELETE /payments/7 → 409 <settled>"),
                ended,
                obstacle,
                4711L,
                Instant.parse("2026-01-02T03:04:05Z"),
                Duration.ofSeconds(3));
        return ContractVerdict.of(run, target(gate), Catalogue.shipped(), chosen, baseline);
    }

    /** What their verdicts know of the API. */
    public static Api api() {
        return Api.of(target(""));
    }

    private static Target target(String gate) {
        return YamlFile.of("acme.yaml", """
                        name: Acme
                        urls: ["http://127.0.0.1:1"]
                        contract: playbook
                        operations:
                          payment: {role: create, request: {method: POST, path: /payments}}
                          refund: {role: reverse, after: payment, request: {method: POST, path: /refunds}}
                        """ + gate).as(Target.class);
    }
}
