package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.List;

/** A thing of which there are only so many (CON-9, EXT-6). */
public final class ScarcitySteps {
    private final World world;
    private final Calls calls;
    private final RaceRounds raceRounds;
    private final Effects effects;
    private final Checks checks;
    private final Replaying replaying;

    public ScarcitySteps(
            World world, Contract contract, Calls calls, RaceRounds raceRounds, Effects effects, Checks checks) {
        this.world = world;
        this.calls = calls;
        this.raceRounds = raceRounds;
        this.effects = effects;
        this.checks = checks;
        this.replaying = new Replaying(contract, new Reading(contract), checks);
    }

    @When("as many requests as fit are sent twice each, and then one more")
    @Costs(Costs.HANDFUL)
    public void asManyAsFit() {
        int fits = Calls.fits(world.call().operation());
        for (int i = 0; i < fits; i++) {
            Call one = i == 0 ? world.call() : calls.again(world.call());
            world.send(one, Purpose.FIRST);
            world.send(one, Purpose.DUPLICATE);
        }
        world.send(calls.again(world.call()), Purpose.OTHER);
    }

    @Then("each request that fits is done once")
    public void eachIsDoneOnce() {
        Operation operation = world.call().operation();
        List<Attempt> firsts = world.attempts(Purpose.FIRST);
        List<Attempt> duplicates = world.attempts(Purpose.DUPLICATE);
        for (int i = 0; i < firsts.size(); i++) {
            Attempt first = firsts.get(i);
            Attempt duplicate = duplicates.get(i);
            String which = operation.withArticle() + ", the " + (i + 1) + ". of " + firsts.size() + " that fit";
            checks.that(
                    "response to " + which,
                    first.answer().isSuccessful(),
                    "a success",
                    first.described(),
                    first.repeat());
            replaying.status(operation, first.answer(), duplicate.answer(), duplicate.repeat());
            replaying.body(operation, first.answer(), duplicate.answer(), duplicate.repeat());
            effects.check("effects of " + which, first.call(), world.senders(), 1);
        }
    }

    @Then("no more succeed than fit")
    public void noMoreThanFit() {
        RaceRounds.Heat heat = raceRounds.newest();
        boolean areReversals = heat.racers().stream()
                .anyMatch(racer -> !racer.operation().equals(world.call().operation()));
        if (areReversals) {
            noMoreIsTakenBack(heat);
        } else {
            noMoreThanFit(heat);
        }
        raceRounds.mustBeContended();
    }

    private void noMoreThanFit(RaceRounds.Heat heat) {
        int fits = Calls.fits(world.call().operation());
        long successes = heat.round().exchanges().stream()
                .flatMap(exchange -> exchange.reply().stream())
                .filter(Answer::isSuccessful)
                .count();
        if (successes <= fits) {
            // What got no response may have succeeded.
            raceRounds.mustBeAnswered();
        }
        String among = heat.round().exchanges().size() + " simultaneous requests for "
                + world.call().operation().withArticle() + " of which " + fits + " fit";
        checks.that(
                "successes among " + among,
                successes > 0 && successes <= fits,
                "at least 1 and at most " + fits,
                String.valueOf(successes),
                responses(heat));
        Effects.requireOneKey(world.call(), heat.racers());
        effects.checkOfSeveral("effects of " + among, world.call(), world.senders(), successes);
    }

    /** Which of them may succeed beside another is up to the API; the books say what is left. */
    private void noMoreIsTakenBack(RaceRounds.Heat heat) {
        raceRounds.mustBeWon();
        long before = booked(world.call());
        long taken = heat.racers().stream().mapToLong(this::booked).sum();
        String what = world.operation();
        if (before == 0) {
            throw Judgement.inconclusive("the ledger has nothing of the " + what + " that was completed");
        }
        checks.that(
                "what " + heat.racers().size() + " simultaneous reversals leave of " + Operation.withArticle(what)
                        + " of " + before,
                Math.abs(before + taken) <= Math.abs(before) && Long.signum(before + taken) != -Long.signum(before),
                "from 0 to " + before,
                String.valueOf(before + taken),
                responses(heat));
    }

    private long booked(Call call) {
        return effects.booked(call, (ledger, sum) -> sum != 0).values().stream()
                .findFirst()
                .orElseThrow(
                        () -> Judgement.notChecked("effects.ledger: the target file does not say how the books of a "
                                + call.name() + " are read"));
    }

    private static Fact responses(RaceRounds.Heat heat) {
        return new Fact("responses", heat.round().table());
    }
}
