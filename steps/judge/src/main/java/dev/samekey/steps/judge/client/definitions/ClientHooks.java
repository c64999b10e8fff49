package dev.samekey.steps.judge.client.definitions;

import dev.samekey.steps.judge.client.ClientScenarioEnd;
import dev.samekey.steps.judge.client.Scene;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.contract.RetryBudget;
import io.cucumber.java.After;
import io.cucumber.java.AfterStep;
import io.cucumber.java.Before;
import io.cucumber.java.Scenario;

/** Marks the ends of steps, ends the clients, and hands over what a scenario leaves behind. */
public final class ClientHooks {
    private final ClientScenarioEnd end;
    private final Scene scene;
    private final Checks checks;
    private final Journal journal;

    public ClientHooks(ClientScenarioEnd end, Scene scene, Checks checks, Journal journal) {
        this.end = end;
        this.scene = scene;
        this.checks = checks;
        this.journal = journal;
    }

    @Before("@fast-clock")
    public void hurry(Scenario scenario) {
        if (!isOfWindow(scenario)) {
            scene.hurry();
        }
    }

    /** The window of a budget is real time: a client that waits faster has more retries in it. */
    private boolean isOfWindow(Scenario scenario) {
        RetryBudget budget = scene.bench().retry().budget();
        return budget != null
                && budget.isShare()
                && scenario.getSourceTagNames().stream().anyMatch(tag -> tag.startsWith("@BUD-"));
    }

    @AfterStep
    public void endStep() {
        journal.endStep();
    }

    @After
    public void handOver(Scenario scenario) {
        try {
            scene.leave();
        } finally {
            end.of(scenario.getId(), checks, journal);
        }
        scene.requireAllSeen();
    }
}
