package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.TimeLimit;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * How scenarios run.
 *
 * @param isEnd the result after which no more scenarios begin
 * @param seed what random choices begin with
 * @param meant the ids of the clauses that the target is built to break: their breaks are judged once, unless time or chance
 *     may be why
 * @param time how long the run may take
 */
public record RunOptions(Predicate<ScenarioResult> isEnd, Seed seed, Set<String> meant, TimeLimit time) {
    private static final int SEEDS = 1_000_000;

    public RunOptions {
        meant = Set.copyOf(meant);
    }

    /** All of them, with a seed of the moment. */
    public static RunOptions usual() {
        return new RunOptions(
                result -> false, new Seed(ThreadLocalRandom.current().nextInt(SEEDS)), Set.of(), TimeLimit.none());
    }

    /** The same with that end. */
    public RunOptions until(Predicate<ScenarioResult> other) {
        return new RunOptions(other, seed, meant, time);
    }

    /** The same with that seed. */
    public RunOptions with(Seed other) {
        return new RunOptions(isEnd, other, meant, time);
    }

    /** The same of a target that is built to break these clauses. */
    public RunOptions breaking(Set<String> clauses) {
        return new RunOptions(isEnd, seed, clauses, time);
    }

    /** The same in so much time. */
    public RunOptions within(TimeLimit other) {
        return new RunOptions(isEnd, seed, meant, other);
    }
}
