package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.drive.downstream.Trouble;
import dev.samekey.steps.judge.act.Redelivery;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.expect.Delay;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** What others are told of an operation, how often, and when. */
public final class TellingSteps {
    /** So long after its operation a message comes at the latest, where nothing stands in its way. */
    private static final Duration LIMIT = Duration.ofSeconds(20);
    /** Two, one after the other: the second is sent when whatever was due before the first is under way. */
    private static final int OTHERS = 2;

    private final World world;
    private final Calls calls;
    private final Capabilities capabilities;
    private final TargetTime time;
    private final Effects effects;
    private final Checks checks;
    private final Journal journal;
    private final Heats heats;
    private final List<Delay> delays = new ArrayList<>();
    /** By the names of sinks that never acknowledged, how long that was waited for. */
    private final Map<String, Duration> unheard = new HashMap<>();

    public TellingSteps(
            World world,
            Calls calls,
            Capabilities capabilities,
            TargetTime time,
            Effects effects,
            Checks checks,
            Journal journal,
            Heats heats) {
        this.world = world;
        this.calls = calls;
        this.capabilities = capabilities;
        this.time = time;
        this.effects = effects;
        this.checks = checks;
        this.journal = journal;
        this.heats = heats;
    }

    /** Every sink of the operation meets the trouble, each for itself. */
    @Given("a {operation} whose sink {trouble} {count} time(s)")
    public void aTroubled(Operation operation, Trouble trouble, Integer times) {
        Call call = world.begin(operation);
        sinks(call).forEach(sink -> sink.spoil(call.unique(), trouble, times));
        world.complete();
    }

    @When("it is told of until its sink has heard")
    @Costs(0)
    public void untilHeard() {
        Call call = world.call();
        for (Counterpart sink : sinks(call)) {
            requireTold(sink, call);
            Redelivery redelivery = new Redelivery(sink, call, capabilities, time);
            boolean heard = redelivery.untilHeard();
            if (sink.met(call.unique()) == 0) {
                throw Judgement.inconclusive("no attempt at " + name(sink) + " met the trouble that was planned");
            }
            // For the other sinks the time went on too while this one was waited for.
            if (delays.isEmpty()) {
                delays.addAll(redelivery.delays());
            }
            if (!heard) {
                unheard.put(sink.name(), redelivery.waited());
                return;
            }
        }
    }

    @Then("its sink has heard of it")
    public void hasHeard() {
        for (Counterpart sink : sinks(world.call())) {
            int attempts = attempts(sink, world.call()).size();
            checks.that(
                    "what was not acknowledged is told again",
                    !unheard.containsKey(sink.name()),
                    "an attempt that " + name(sink) + " acknowledges",
                    "attempts: " + attempts + ", and no more within " + unheard.get(sink.name()),
                    about(world.call()));
        }
    }

    /** Others of the kind, made now: what is not told when they are is not told at all. */
    @When("others are told of")
    @Costs(value = 2, prepares = 2)
    public void othersAreTold() {
        for (int i = 0; i < OTHERS; i++) {
            Call other = calls.prepare(world.call().operation());
            world.aside(other, "another one");
            sinks(other).forEach(sink -> requireTold(sink, other));
        }
    }

    @Then("it/each was told of if it was done, and only then")
    public void toldIfDone() {
        for (Call call : world.interrupted()) {
            boolean done =
                    effects.count(call, world.principals()).values().stream().anyMatch(count -> count > 0);
            for (Counterpart sink : sinks(call)) {
                List<Arrival> attempts = done ? await(sink, call) : attempts(sink, call);
                checks.equal(
                        "a " + call.name() + " and what is told of it come together",
                        done ? "done, and told" : "not done, and not told",
                        (done ? "done, and " : "not done, and ") + (attempts.isEmpty() ? "not told" : "told"),
                        new Fact("sink", sink.name()),
                        about(call));
            }
        }
    }

    @Then("{count} message(s) tell(s) of it")
    public void messages(Integer expected) {
        if (expected == 0 && world.last().isSuccessful()) {
            throw Judgement.inconclusive("the " + world.operation() + " that was to fail succeeded");
        }
        checkMessages(world.call(), expected);
    }

    @Then("one message tells of each round")
    public void messageOfEachRound() {
        heats.all().forEach(heat -> checkMessages(heat.call(), 1));
        heats.mustBeContended();
    }

    @Then("each attempt to tell of it is the same")
    public void sameAttempts() {
        Call call = world.call();
        for (Counterpart sink : sinks(call)) {
            List<Arrival> attempts = attempts(sink, call);
            if (attempts.size() < 2) {
                throw Judgement.inconclusive(name(sink) + " was told once: one attempt tells nothing");
            }
            Set<String> keys = keys(sink, attempts);
            checks.equal("each attempt has the same id", 1, keys.size(), new Fact("ids", keys.toString()), about(call));
            Set<String> bodies = attempts.stream().map(Arrival::body).collect(Collectors.toSet());
            checks.equal("each attempt has the same body", 1, bodies.size(), about(call));
        }
    }

    @Then("the delays between the attempts have grown")
    public void delaysHaveGrown() {
        if (delays.size() < 2) {
            throw Judgement.inconclusive("there were too few attempts to tell whether the delays between them grow");
        }
        Delay first = delays.get(0);
        Delay last = delays.get(delays.size() - 1);
        if (!last.isLongerThan(first) && !first.isLongerThan(last)) {
            throw Judgement.inconclusive(
                    "what was seen of the delays does not tell whether they grow",
                    new Fact("delays", delays.toString()));
        }
        checks.that(
                "each delay is longer than the one before",
                last.isLongerThan(first),
                "growing delays",
                delays.toString(),
                about(world.call()));
    }

    private void checkMessages(Call call, int expected) {
        List<Counterpart> sinks = sinks(call);
        if (expected > 0) {
            sinks.forEach(sink -> requireHeard(sink, call));
        }
        othersAreTold();
        for (Counterpart sink : sinks) {
            Set<String> keys = keys(sink, attempts(sink, call));
            checks.equal(
                    "so many messages at " + name(sink) + " tell of one " + call.name(),
                    expected,
                    keys.size(),
                    new Fact("ids", keys.toString()),
                    about(call));
        }
    }

    /** The ids by which a sink tells a message from another attempt at the same one. */
    private static Set<String> keys(Counterpart sink, List<Arrival> attempts) {
        Set<String> keys = new TreeSet<>();
        for (Arrival attempt : attempts) {
            if (attempt.key() == null) {
                throw Judgement.notChecked("counterparts." + sink.name()
                        + ".key: nothing tells a message from another attempt at the same one");
            }
            keys.add(attempt.key());
        }
        return keys;
    }

    private void requireTold(Counterpart sink, Call call) {
        if (await(sink, call).isEmpty()) {
            throw Judgement.inconclusive(
                    name(sink) + " was told nothing about a " + call.name() + " within " + LIMIT.toSeconds() + " s",
                    about(call));
        }
    }

    private void requireHeard(Counterpart sink, Call call) {
        if (!Redelivery.isHeard(attempts(sink, call)) && !Redelivery.isHeard(awaitHeard(sink, call))) {
            throw Judgement.inconclusive(
                    name(sink) + " acknowledged nothing about a " + call.name() + " within " + LIMIT.toSeconds() + " s",
                    about(call));
        }
    }

    private List<Arrival> awaitHeard(Counterpart sink, Call call) {
        Instant end = Instant.now().plus(LIMIT);
        List<Arrival> attempts;
        do {
            int more = sink.attempts(call.unique()).value().size() + 1;
            attempts = sink.await(call.unique(), more, Duration.between(Instant.now(), end))
                    .value();
        } while (!Redelivery.isHeard(attempts) && Instant.now().isBefore(end));
        return attempts;
    }

    private List<Arrival> await(Counterpart sink, Call call) {
        return journal.note(sink.await(call.unique(), 1, LIMIT));
    }

    private List<Arrival> attempts(Counterpart sink, Call call) {
        return journal.note(sink.attempts(call.unique()));
    }

    private List<Counterpart> sinks(Call call) {
        return capabilities.counterparts().allOf(call.operation(), CounterpartRole.SINK);
    }

    private static String name(Counterpart sink) {
        return "the sink " + sink.name();
    }

    private static Fact about(Call call) {
        return new Fact("about", call.unique());
    }
}
