package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.verdict.Fact;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.util.List;

/** What there is to do for a job, and what its runs say of it. */
public final class JobSteps {
    private final World world;
    private final Calls calls;
    private final Heats heats;
    private final Checks checks;

    public JobSteps(World world, Calls calls, Heats heats, Checks checks) {
        this.world = world;
        this.calls = calls;
        this.heats = heats;
        this.checks = checks;
    }

    @Given("more work for it")
    public void moreWork() {
        calls.layOut(world.call(), 1);
    }

    /** Two that both worked have not done the same, and say so. */
    @Then("all that succeeded in a round said the same")
    public void saidTheSame() {
        for (Heats.Heat heat : heats.all()) {
            List<String> said = heat.round().exchanges().stream()
                    .flatMap(exchange -> exchange.reply().stream())
                    .filter(Answer::isSuccessful)
                    .map(Answer::body)
                    .distinct()
                    .toList();
            checks.equal(
                    "one run answers for all",
                    1,
                    said.size(),
                    new Fact("answers", heat.round().table()));
        }
    }
}
