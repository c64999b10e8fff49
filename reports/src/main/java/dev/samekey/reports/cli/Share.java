package dev.samekey.reports.cli;

import dev.samekey.reports.render.VerdictJson;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.MeasuredTimes;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.judge.run.Shard;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The part of a run that one machine judges.
 *
 * @param durations by which the scenarios are dealt out
 * @param run what the pipeline calls the run; empty where nobody says
 */
public record Share(Shard shard, MeasuredTimes durations, String run) {
    /** What GitHub, GitLab and Jenkins call one run of a pipeline. */
    private static final List<String> RUN = List.of("GITHUB_RUN_ID", "CI_PIPELINE_ID", "BUILD_TAG");

    /**
     * As a command line says it.
     *
     * @param shard such as {@code 2/5}
     * @param costs the {@code verdict.json} of an earlier run; null for what was measured with the bundled server
     * @param run null for what the pipeline calls it
     * @throws dev.samekey.steps.drive.process.CannotRun when one of them cannot be used
     */
    static Share of(String shard, @Nullable Path costs, @Nullable String run, Map<String, String> environment) {
        Shard part = Shard.of(shard, environment);
        MeasuredTimes durations = MeasuredTimes.shipped();
        return new Share(
                part,
                costs == null ? durations : durations.with(VerdictJson.durations(costs)),
                Optional.ofNullable(run)
                        .orElseGet(() -> RUN.stream()
                                .flatMap(name -> Stream.ofNullable(environment.get(name)))
                                .findFirst()
                                .orElse("")));
    }

    /** 0 where the part was judged, whatever came out: the verdict is that of the merge. 2 where it was not. */
    static int exitCode(ContractVerdict part) {
        RunResult run = part.run();
        return part.unwritten() != null
                        || run.ended()
                        || run.obstacle() != null
                        || run.whyNothingWorked().isPresent()
                ? 2
                : 0;
    }
}
