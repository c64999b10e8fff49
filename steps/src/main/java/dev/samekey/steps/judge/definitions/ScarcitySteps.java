package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.ArrayList;
import java.util.List;

/** A thing of which there are only so many (EXT-6). */
public final class ScarcitySteps {
    private final World world;
    private final Calls calls;
    private final Effects effects;
    private final Checks checks;
    private final Replaying replaying;
    private final List<Call> fitting = new ArrayList<>();

    public ScarcitySteps(World world, Contract contract, Calls calls, Effects effects, Checks checks) {
        this.world = world;
        this.calls = calls;
        this.effects = effects;
        this.checks = checks;
        this.replaying = new Replaying(contract, new Reading(contract), checks);
    }

    @When("as many as fit are sent twice each, and then one more")
    @Costs(Costs.HANDFUL)
    public void asManyAsFit() {
        Operation.Partial partial = world.call().operation().partial();
        if (partial == null || partial.fits() == null) {
            throw Judgement.notChecked("partial.fits: the target file does not say how many fit into what is left");
        }
        for (int i = 0; i < partial.fits(); i++) {
            Call one = i == 0 ? world.call() : calls.again(world.call());
            fitting.add(one);
            world.send(one);
            world.send(one);
        }
        world.send(calls.again(world.call()));
    }

    @Then("each that fits was done once")
    public void eachWasDoneOnce() {
        for (int i = 0; i < fitting.size(); i++) {
            Attempt first = world.attempts().get(2 * i);
            Attempt repeated = world.attempts().get(2 * i + 1);
            checks.that(
                    "what fits goes through, though others before it were repeated",
                    first.answer().isSuccessful(),
                    "a success",
                    first.answer().described(),
                    World.repeat(first.exchange()));
            replaying.status(
                    world.call().operation(), first.answer(), repeated.answer(), World.repeat(repeated.exchange()));
            replaying.body(
                    world.call().operation(), first.answer(), repeated.answer(), World.repeat(repeated.exchange()));
            effects.check(fitting.get(i), world.principals(), 1);
        }
    }
}
