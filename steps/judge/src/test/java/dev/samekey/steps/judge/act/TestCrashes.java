package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.UnderWay;

/** The crashes of a scenario in a test. */
public final class TestCrashes {
    private TestCrashes() {}

    public static Crashes of(TestScenario scenario, UnderWay underWay, Crash crash, MachineWatch machine) {
        return new Crashes(
                scenario.world,
                scenario.capabilities,
                crash,
                underWay,
                scenario.effects,
                new Seed(1),
                scenario.producer,
                machine);
    }
}
