package dev.samekey.steps.judge.run.own;

import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.World;
import io.cucumber.java.en.Then;

/** A step of somebody who uses the kit. */
public final class MediaSteps {
    private final World world;
    private final Checks checks;

    public MediaSteps(World world, Checks checks) {
        this.world = world;
        this.checks = checks;
    }

    @Then("the response has the media type of the first")
    public void sameMediaType() {
        checks.equal(
                "media type of the replay of " + world.call().operation().withArticle(),
                world.first().header("Content-Type"),
                world.last().header("Content-Type"),
                world.where());
    }
}
