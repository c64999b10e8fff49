package dev.samekey.steps.judge.run.own;

import dev.samekey.steps.judge.world.Checks;
import io.cucumber.java.en.Then;
import java.time.Duration;

/** A step that finds a break, in whatever phase it stands. */
@SuppressWarnings("DoNotCallSuggester")
public final class BreakingSteps {
    private final Checks checks;

    public BreakingSteps(Checks checks) {
        this.checks = checks;
    }

    @Then("the clause is broken")
    public void isBroken() {
        checks.equal("nothing in particular", "one thing", "another");
    }

    @Then("memory runs out")
    public void isOutOfMemory() {
        throw new OutOfMemoryError("heap");
    }

    @Then("memory runs out in another thread")
    public void isOutOfMemoryElsewhere() {
        throw new IllegalStateException("a request was not sent", new OutOfMemoryError("heap"));
    }

    @Then("the clause is broken by an hour")
    public void isBrokenByFar() {
        checks.timed(Duration.ofHours(1)).equal("nothing in particular", "one thing", "another");
    }
}
