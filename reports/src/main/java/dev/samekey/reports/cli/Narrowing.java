package dev.samekey.reports.cli;

import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.TimeLimit;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.time.Duration;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * What makes a run shorter, or the same as another one.
 *
 * @param scenarios parts of titles, or places; empty for all
 * @param settled the ids of the chosen clauses that are not judged, because of the last report
 * @param failsFast whether it ends at the first new break
 * @param within how long it may take; null for as long as it takes
 * @param seed of another run; null for a new one
 */
record Narrowing(
        Set<String> scenarios,
        Set<String> settled,
        boolean failsFast,
        @Nullable Duration within,
        @Nullable Long seed) {
    static final Narrowing NONE = new Narrowing(Set.of(), Set.of(), false, null, null);

    RunOptions runOptions(Predicate<ScenarioResult> isNewBreak) {
        RunOptions usual = failsFast ? RunOptions.usual().until(isNewBreak) : RunOptions.usual();
        RunOptions timed = within == null ? usual : usual.within(TimeLimit.of(within));
        return seed == null ? timed : timed.with(new Seed(seed));
    }

    /** The same in so much time. */
    Narrowing within(@Nullable Duration other) {
        return new Narrowing(scenarios, settled, failsFast, other, seed);
    }
}
