package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.act.HalfDoneJob;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Fact;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.util.List;

/** What there is to do for a job, and what its runs have done. */
public final class JobSteps {
    private final World world;
    private final Calls calls;
    private final HalfDoneJob halfDone;
    private final RaceRounds raceRounds;
    private final Effects effects;
    private final Checks checks;
    private final Reading reading;

    public JobSteps(
            World world,
            Calls calls,
            HalfDoneJob halfDone,
            RaceRounds raceRounds,
            Effects effects,
            Checks checks,
            Contract contract) {
        this.world = world;
        this.calls = calls;
        this.halfDone = halfDone;
        this.raceRounds = raceRounds;
        this.effects = effects;
        this.checks = checks;
        this.reading = new Reading(contract);
    }

    @Given("there is new work for it")
    public void newWork() {
        calls.layOut(world.call(), 1);
    }

    @Then("each item of its work is done once")
    public void eachItemIsDoneOnce() {
        Attempt last = world.newest();
        checks.that(
                "last response to " + world.call().operation().withArticle() + " " + halfDone.described(),
                last.answer().isSuccessful(),
                "a success",
                last.described(),
                last.repeat());
        effects.check(
                "effects of " + world.call().operation().withArticle() + " on " + halfDone.items() + " items",
                world.call(),
                world.senders(),
                halfDone.items());
    }

    /** Two runs that both worked have not done the same, and their responses differ by more than a replay may. */
    @Then("all successes of a round are the same")
    public void areTheSame() {
        raceRounds.mustBeWon();
        for (RaceRounds.Heat heat : raceRounds.all()) {
            List<Answer> unlike = reading.unlike(heat.round().exchanges().stream()
                    .flatMap(exchange -> exchange.reply().stream())
                    .filter(Answer::isSuccessful)
                    .toList());
            checks.equal(
                    "different successes among " + heat.described(),
                    1,
                    unlike.size(),
                    new Fact("responses", heat.round().table()));
        }
    }
}
