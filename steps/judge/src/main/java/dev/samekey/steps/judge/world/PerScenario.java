package dev.samekey.steps.judge.world;

/** Makes something that hangs on which scenario is running. */
public interface PerScenario<T> {
    /** What steps ask for to get it. */
    Class<T> type();

    /** That of a scenario that has begun. */
    T of(CurrentScenario scenario);
}
