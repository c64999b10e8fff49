package dev.samekey.steps.judge.run.own;

import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;

/** A step that finds a break, in whatever phase it stands. */
public final class BreakingSteps {
    @Then("the clause is broken")
    public void isBroken() {
        throw Judgement.broken("nothing in particular", "one thing", "another");
    }
}
