package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.judge.act.LockedKeys;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.words.Variation;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.SandboxWord;
import io.cucumber.java.en.When;

/** The next request leaves the moment a response arrives. It meets what a server does after its response. */
public final class PromptSteps {
    private final World world;
    private final Calls calls;
    private final Sandbox sandbox;
    private final Variations variations;
    private final LockedKeys locked;
    private final Reading reading;

    public PromptSteps(
            World world, Contract contract, Calls calls, Sandbox sandbox, Variations variations, LockedKeys locked) {
        this.world = world;
        this.calls = calls;
        this.sandbox = sandbox;
        this.variations = variations;
        this.locked = locked;
        this.reading = new Reading(contract);
    }

    @When("{int} requests like it are each sent again the moment they are answered")
    @Costs(value = 2, perNumber = true, prepares = 19)
    public void areSentAgain(int count) {
        for (int i = 0; i < count; i++) {
            Call call = i == 0 ? world.call() : calls.prepare(world.call().operation());
            world.sendAtOnceAfter(call, call, Purpose.DUPLICATE);
            World.mustBeComplete(world.the(Purpose.FIRST));
        }
    }

    /** The first correction that fails has shown what there is to see. */
    @When("{int} requests like it are each corrected the moment they are refused")
    @Costs(value = 2, perNumber = true, prepares = 19)
    public void areCorrected(int count) {
        for (int i = 0; i < count && (i == 0 || world.newest().isSuccessful()); i++) {
            Call invalid = i == 0 ? world.call() : sandbox.call(world.call().operation(), SandboxWord.INVALID);
            retryWhileInProgress(world.sendAtOnceAfter(invalid, corrected(invalid), Purpose.CORRECTED));
        }
    }

    private Call corrected(Call invalid) {
        return variations.of(invalid, Variation.CORRECTED).stream()
                .filter(variant -> variant.purpose() == Purpose.CORRECTED)
                .findFirst()
                .orElseThrow()
                .call();
    }

    /** A key may be locked for a moment longer: the refusal says so. That of a repeat says that nothing is left to do. */
    private void retryWhileInProgress(Attempt prompt) {
        if (reading.isInProgress(prompt.answer()) && !reading.isRefusedRepeat(prompt.answer())) {
            locked.await(prompt.call(), prompt.purpose());
        }
    }
}
