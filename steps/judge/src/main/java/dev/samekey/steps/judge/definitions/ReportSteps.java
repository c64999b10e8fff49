package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.Redelivery;
import dev.samekey.steps.judge.act.Reports;
import dev.samekey.steps.judge.words.Occasion;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What is reported of an operation to its sinks, and how often. */
public final class ReportSteps {
    /** Two, one after the other: the second is sent when whatever was due before the first is under way. */
    private static final int LATER = 2;

    private final World world;
    private final Calls calls;
    private final Reports reports;
    private final Effects effects;
    private final Checks checks;
    private final RaceRounds raceRounds;
    private final InProgress inProgress;

    public ReportSteps(
            World world,
            Calls calls,
            Reports reports,
            Effects effects,
            Checks checks,
            RaceRounds raceRounds,
            InProgress inProgress) {
        this.inProgress = inProgress;
        this.world = world;
        this.calls = calls;
        this.reports = reports;
        this.effects = effects;
        this.checks = checks;
        this.raceRounds = raceRounds;
    }

    @When("it is reported until its sink accepts {occasion}")
    @Costs(0)
    public void untilAccepted(Occasion occasion) {
        switch (occasion) {
            case IN_TIME -> reports.untilAccepted(world.call());
            case WHEN_STALE -> reports.beyondTheirSignatures(world.call());
        }
    }

    /** What is not reported when two later ones are is not reported at all. */
    @When("two later ones are reported")
    @Costs(value = 2, prepares = 2)
    public void laterOnes() {
        inProgress.settle();
        expected().forEach(reports::requireAccepted);
        for (int i = 0; i < LATER; i++) {
            Call later = calls.prepare(world.call().operation());
            world.aside(later, "a later one");
            reports.requireAttempt(later);
        }
    }

    /** Only what has succeeded is known to be reported: a report of anything else is not waited for. */
    private List<Call> expected() {
        if (!raceRounds.all().isEmpty()) {
            return raceRounds.all().stream().map(RaceRounds.Heat::call).toList();
        }
        Call call = world.call();
        boolean succeeded = world.attempts().stream()
                .anyMatch(one -> one.call().unique().equals(call.unique()) && one.isSuccessful());
        return succeeded ? List.of(call) : List.of();
    }

    @Then("it/each was reported if it took effect, and only then")
    public void reportedIfDone() {
        List<Call> interrupted = world.interrupted();
        for (Call call : interrupted.isEmpty() ? List.of(world.call()) : interrupted) {
            // Of what was not interrupted the response has said it.
            boolean done = interrupted.isEmpty()
                    || effects.count(call, world.senders(), 1).values().stream().anyMatch(count -> count > 0);
            for (Counterpart sink : reports.sinks(call)) {
                List<Arrival> attempts = done ? reports.await(sink, call) : reports.attempts(sink, call);
                checks.equal(
                        "reports of " + call.operation().withArticle() + " that took " + (done ? "" : "no ")
                                + "effect at the sink " + sink.name(),
                        done ? "at least one" : "none",
                        attempts.isEmpty() ? "none" : "at least one",
                        about(call));
            }
        }
    }

    @Then("there is/are {count} message(s) about it")
    public void messages(Integer expected) {
        if (expected == 0 && world.first().isSuccessful()) {
            throw Judgement.inconclusive(
                    "the " + world.operation() + " that should fail succeeded",
                    new Fact("actual", world.first().described()));
        }
        if (expected > 1 && !world.attempts().stream().allMatch(Attempt::isSuccessful)) {
            throw Judgement.inconclusive("not all of " + world.attempts().size() + " requests for "
                    + world.call().operation().withArticle() + " succeeded");
        }
        List<Call> named = named();
        boolean isOneEach = expected > 1 && named.size() == expected;
        for (Call call : isOneEach ? named : List.of(world.call())) {
            check(call, isOneEach ? 1 : expected);
            mustHaveComeOnce(call, isOneEach ? 1 : expected);
        }
    }

    /** Those whose reports are told apart by what they are about. */
    private List<Call> named() {
        Map<String, Call> named = new LinkedHashMap<>();
        world.attempts().forEach(one -> named.putIfAbsent(one.call().unique(), one.call()));
        return List.copyOf(named.values());
    }

    @Then("each round has one message")
    public void messageOfEachRound() {
        raceRounds.all().forEach(heat -> check(heat.call(), 1));
        raceRounds.all().forEach(heat -> mustHaveComeOnce(heat.call(), 1));
        raceRounds.mustBeContended();
    }

    private void check(Call call, int expected) {
        for (Counterpart sink : reports.sinks(call)) {
            List<Arrival> attempts = expected > 1 ? reports.await(sink, call, expected) : reports.attempts(sink, call);
            // Where there must be none, it does not matter which it is.
            if (expected > 0 && attempts.stream().anyMatch(attempt -> attempt.key() == null)) {
                throw Judgement.notChecked("counterparts." + sink.name()
                        + ".key: nothing distinguishes a message from another attempt at the same one");
            }
            Set<String> ids = Reports.ids(attempts);
            checks.equal(
                    "messages about " + call.operation().withArticle() + " at the sink " + sink.name(),
                    expected,
                    ids.size(),
                    new Fact("ids", ids.toString()),
                    about(call));
        }
    }

    /** An outbox may deliver a message twice on its own, and a repeat that sends it again looks the same. */
    private void mustHaveComeOnce(Call call, int expected) {
        for (Counterpart sink : reports.sinks(call)) {
            long accepted = sink.attempts(call.unique()).value().stream()
                    .filter(attempt -> Redelivery.isAccepted(List.of(attempt)))
                    .count();
            if (accepted > expected && sink.met(call.unique()) == 0) {
                throw Judgement.inconclusive(
                        "the sink " + sink.name() + " accepted " + accepted + " deliveries of one message about "
                                + call.operation().withArticle() + ": find out whether a repeated request has sent it"
                                + " again",
                        about(call));
            }
        }
    }

    private static Fact about(Call call) {
        return new Fact("about", call.unique());
    }
}
