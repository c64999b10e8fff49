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
public record Manner(Predicate<ScenarioResult> isEnd, Seed seed, Set<String> meant, TimeLimit time) {
    private static final int SEEDS = 1_000_000;

    public Manner {
        meant = Set.copyOf(meant);
    }

    /** All of them, with a seed of the moment. */
    public static Manner usual() {
        return new Manner(
                result -> false, new Seed(ThreadLocalRandom.current().nextInt(SEEDS)), Set.of(), TimeLimit.none());
    }

    /** The same with that end. */
    public Manner until(Predicate<ScenarioResult> other) {
        return new Manner(other, seed, meant, time);
    }

    /** The same with that seed. */
    public Manner with(Seed other) {
        return new Manner(isEnd, other, meant, time);
    }

    /** The same of a target that is built to break these clauses. */
    public Manner breaking(Set<String> clauses) {
        return new Manner(isEnd, seed, clauses, time);
    }

    /** The same in so much time. */
    public Manner within(TimeLimit other) {
        return new Manner(isEnd, seed, meant, other);
    }
}
