package dev.samekey.steps.judge.world;

/** Who wants to know what a scenario leaves behind. */
@FunctionalInterface
public interface ScenarioEnd {
    /** Called when a scenario is over, before its objects are gone. */
    void of(String scenario, World world, Checks checks, Journal journal, Effects effects);
}
