package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.World;
import io.cucumber.java.en.Then;

/** What must have happened, seen behind the answers. */
public final class EffectSteps {
    private final World world;
    private final Effects effects;
    private final Heats heats;

    public EffectSteps(World world, Effects effects, Heats heats) {
        this.world = world;
        this.effects = effects;
        this.heats = heats;
    }

    @Then("there is/are {count} effect(s)")
    public void thereAre(Integer expected) {
        effects.check(world.call(), world.principals(), expected);
    }

    @Then("each round has one effect")
    public void eachRoundHasOne() {
        for (Heats.Heat heat : heats.all()) {
            boolean none = heat.round().isUnheard()
                    && effects.count(heat.call(), world.principals()).values().stream()
                            .allMatch(count -> count == 0);
            if (none) {
                heats.mustBeWon();
            }
            effects.check(heat.call(), world.principals(), 1);
        }
        heats.mustBeContended();
    }
}
