package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.FailFast;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Presence;
import dev.samekey.steps.judge.world.ScenarioEnd;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import io.cucumber.java.After;
import io.cucumber.java.AfterStep;
import io.cucumber.java.Before;
import io.cucumber.java.Scenario;

/** Lets a scenario begin, marks the ends of steps, and hands over what a scenario leaves behind. */
public final class Hooks {
    private final FailFast failFast;
    private final Presence presence;
    private final ScenarioEnd end;
    private final World world;
    private final Checks checks;
    private final Journal journal;
    private final Effects effects;
    private final UnderWay underWay;
    private final Crash crash;
    private final Sandbox sandbox;

    public Hooks(
            FailFast failFast,
            Presence presence,
            ScenarioEnd end,
            World world,
            Checks checks,
            Journal journal,
            Effects effects,
            UnderWay underWay,
            Crash crash,
            Sandbox sandbox) {
        this.failFast = failFast;
        this.presence = presence;
        this.end = end;
        this.world = world;
        this.checks = checks;
        this.journal = journal;
        this.effects = effects;
        this.underWay = underWay;
        this.crash = crash;
        this.sandbox = sandbox;
    }

    @Before
    public void begin() {
        failFast.mayBegin();
        presence.mayBegin();
    }

    @AfterStep
    public void endStep() {
        journal.endStep();
    }

    @After
    public void handOver(Scenario scenario) {
        try {
            land();
        } finally {
            // Others wait for it, whatever became of what it sent.
            end.of(scenario.getId(), world, checks, journal, effects);
            crash.leave();
        }
    }

    private void land() {
        try {
            underWay.land();
        } finally {
            landBesides();
        }
    }

    private void landBesides() {
        try {
            world.land();
        } finally {
            sandbox.leave();
        }
    }
}
