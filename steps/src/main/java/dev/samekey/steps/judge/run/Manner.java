package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;

/**
 * How scenarios run.
 *
 * @param isEnd the result after which no more scenarios begin
 * @param seed what random choices begin with
 */
public record Manner(Predicate<ScenarioResult> isEnd, Seed seed) {
    private static final int SEEDS = 1_000_000;

    /** All of them, with a seed of the moment. */
    public static Manner usual() {
        return new Manner(result -> false, new Seed(ThreadLocalRandom.current().nextInt(SEEDS)));
    }

    /** The same with that end. */
    public Manner until(Predicate<ScenarioResult> other) {
        return new Manner(other, seed);
    }

    /** The same with that seed. */
    public Manner with(Seed other) {
        return new Manner(isEnd, other);
    }
}
