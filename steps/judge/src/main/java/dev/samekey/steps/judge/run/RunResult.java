package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What one run saw: the evidence from which reports are made.
 *
 * @param target the target's name
 * @param contract the dialect's name
 * @param controls what was shown of each operation before and after its scenarios
 * @param requests how many requests were sent
 * @param cleaned what became of the things that it has created
 * @param ended whether it was ended, from outside or at a break, before all was judged
 * @param obstacle why it could not judge, or not to its end, and what to do about it; null where it could
 * @param seed what its random choices began with; null where it made none
 */
public record RunResult(
        String target,
        String contract,
        List<ScenarioResult> scenarios,
        List<Controlled> controls,
        int requests,
        Cleaned cleaned,
        boolean ended,
        @Nullable String obstacle,
        @Nullable Long seed,
        Instant start,
        Duration took) {
    /** The same run with other results of its scenarios. */
    public RunResult with(List<ScenarioResult> others) {
        return new RunResult(target, contract, others, controls, requests, cleaned, ended, obstacle, seed, start, took);
    }

    /** The same run, which could not go on. */
    public RunResult hindered(String why) {
        return new RunResult(target, contract, scenarios, controls, requests, cleaned, ended, why, seed, start, took);
    }

    /** Why nothing could be judged; nothing where an operation worked, none was tried, or an obstacle says more. */
    public Optional<String> whyNothingWorked() {
        return obstacle != null || controls.stream().anyMatch(Controlled::works)
                ? Optional.empty()
                : controls.stream().map(Controlled::reason).findFirst();
    }

    /** Both, where another instance of the same target was judged by other scenarios at the same time. */
    RunResult and(RunResult other) {
        Instant first = start.isBefore(other.start) ? start : other.start;
        Instant end = start.plus(took);
        Instant otherEnd = other.start.plus(other.took);
        return new RunResult(
                target,
                contract,
                Stream.concat(scenarios.stream(), other.scenarios.stream())
                        .sorted(Recorder.ORDER)
                        .toList(),
                Stream.concat(controls.stream(), other.controls.stream()).toList(),
                requests + other.requests,
                cleaned.and(other.cleaned),
                ended || other.ended,
                obstacle == null ? other.obstacle : obstacle,
                seed,
                first,
                Duration.between(first, end.isAfter(otherEnd) ? end : otherEnd));
    }
}
