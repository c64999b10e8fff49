package dev.samekey.steps.judge.client;

import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;

/** Receives what a scenario about a client leaves behind. */
@FunctionalInterface
public interface ClientScenarioEnd {
    /** Called when a scenario is over, before its objects are gone. */
    void of(String scenario, Checks checks, Journal journal);
}
