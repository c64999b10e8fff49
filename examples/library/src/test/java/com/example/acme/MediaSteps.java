package com.example.acme;

import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.World;
import io.cucumber.java.en.Then;

/** A step of our own: it takes the state of its scenario by constructor, and counts what it checks. */
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
