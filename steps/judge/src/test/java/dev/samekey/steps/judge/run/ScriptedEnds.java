package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.http.Pace;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.judge.cucumber.ScenarioListener;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Phase;
import dev.samekey.steps.judge.world.TimeLimit;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;

/** Shipped scenarios that end as a test says, and are judged again; nothing is sent. */
final class ScriptedEnds {
    /** How long each of them takes. */
    static final Duration TOOK = Duration.ofSeconds(1);

    private final TimeLimit time;
    private final TargetFile file = Targets.file(Targets.FULL);
    private final Pace pace = new Pace(1, null, 1);
    private final Recorder recorder = new Recorder(file, pace, unused -> {});

    /** With as much time as it takes. */
    ScriptedEnds() {
        this(TimeLimit.none());
    }

    ScriptedEnds(TimeLimit time) {
        this.time = time;
    }

    /** The first scenario of a clause. */
    static Scenario scenario(String clause) {
        return Features.shipped().filled(List::of).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .filter(one -> one.clause().equals(clause))
                .findFirst()
                .orElseThrow();
    }

    /** Ends a scenario that began then; it holds where nothing is judged. */
    void end(Scenario scenario, Isolation isolation, Instant start, Optional<Judgement> judgement) {
        Checks checks = new Checks();
        checks.equal("one", 1, 1);
        recorder.end(scenario.id(), "payment", checks, new Journal(file.secrets()));
        ScenarioListener listener = recorder.in(isolation);
        listener.started(scenario);
        listener.finished(new ScenarioListener.Finished(
                scenario,
                scenario.id(),
                List.of(),
                judgement.isEmpty() ? "PASSED" : "FAILED",
                judgement.orElse(null),
                Phase.THEN,
                start,
                TOOK));
    }

    /** What becomes of the first of these when it is judged again. */
    ScenarioResult judgedAgain(List<Scenario> all, SecondLook.Again runner) {
        return judgedAgain(all, runner, Set.of());
    }

    /** The same where these clauses are meant to break. */
    ScenarioResult judgedAgain(List<Scenario> all, SecondLook.Again runner, Set<String> meant) {
        new SecondLook(runner, recorder, pace, 2, meant, time).at(all, List.of(all.get(0)));
        return Objects.requireNonNull(recorder.newest(all.get(0))).result();
    }
}
