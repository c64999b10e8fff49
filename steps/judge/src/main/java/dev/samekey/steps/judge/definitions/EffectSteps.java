package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** What must have happened, seen behind the responses. */
public final class EffectSteps {
    private final World world;
    private final Effects effects;
    private final RaceRounds raceRounds;
    private final InProgress inProgress;
    private final UnderWay underWay;

    public EffectSteps(World world, Effects effects, RaceRounds raceRounds, InProgress inProgress, UnderWay underWay) {
        this.world = world;
        this.effects = effects;
        this.raceRounds = raceRounds;
        this.inProgress = inProgress;
        this.underWay = underWay;
    }

    @Then("there is/are {count} effect(s)")
    public void thereAre(Integer expected) {
        inProgress.settle();
        int requests = world.attempts().size() + underWay.all().size();
        String subject = "effects of " + world.call().operation().withArticle() + " after " + requests
                + (requests == 1 ? " request" : " requests");
        List<Call> named = named();
        Effects.requireOneKey(
                world.call(), world.attempts().stream().map(Attempt::call).toList());
        if (expected > 1 && named.size() == expected) {
            named.forEach(one -> effects.check(subject + ", for each of " + expected, one, world.senders(), 1));
        } else {
            effects.check(subject, world.call(), world.senders(), expected);
        }
    }

    @Then("there is an effect only if one succeeded")
    public void onlyIfOneSucceeded() {
        boolean succeeded = world.attempts().stream()
                .anyMatch(attempt -> Calls.succeeded(attempt.call().operation(), attempt.served()));
        thereAre(succeeded ? 1 : 0);
    }

    /** The requests for things that the sender names, and events, one for each: what shows the one does not show the other. */
    private List<Call> named() {
        Operation operation = world.call().operation();
        if (!operation.namesWhatItMakes() && operation.role() != Role.EVENT) {
            return List.of();
        }
        Set<String> controls = world.attempts(Purpose.CONTROL).stream()
                .map(attempt -> attempt.call().unique())
                .collect(Collectors.toSet());
        Map<String, Call> named = new LinkedHashMap<>();
        world.senders().stream()
                .filter(call -> call.name().equals(world.call().name()) && !controls.contains(call.unique()))
                .forEach(call -> named.putIfAbsent(call.unique(), call));
        return List.copyOf(named.values());
    }

    @Then("each round has one effect")
    public void eachRoundHasOne() {
        for (RaceRounds.Heat heat : raceRounds.all()) {
            boolean none = heat.round().isUnheard()
                    && effects.count(heat.call(), world.senders(), 1).values().stream()
                            .allMatch(count -> count == 0);
            if (none) {
                raceRounds.mustBeWon();
            }
            effects.check("effects of " + heat.described(), heat.call(), world.senders(), 1);
        }
        raceRounds.mustBeContended();
    }

    @Then("none was acknowledged before its effect")
    public void noneBeforeItsEffect() {
        if (raceRounds.all().stream()
                .allMatch(heat -> heat.effectsAtFirstSuccess().isEmpty())) {
            throw Judgement.inconclusive("no request was acknowledged");
        }
        for (RaceRounds.Heat heat : raceRounds.all()) {
            boolean isLate = heat.effectsAtFirstSuccess().values().stream().anyMatch(count -> count < 1);
            if (isLate && heat.call().operation().effectsWithin() != null) {
                throw Judgement.notChecked(
                        "effects.within: where effects are counted later than they happen, nobody sees"
                                + " which came first");
            }
            heat.effectsAtFirstSuccess()
                    .forEach((oracle, count) -> effects.onceHandled(heat.call())
                            .that(
                                    "effects at the first success among " + heat.described(),
                                    count >= 1,
                                    "one effect",
                                    String.valueOf(count),
                                    new Fact("counted by", oracle)));
        }
    }
}
