package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.drive.downstream.Trouble;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What an operation does to those whom the target calls for it, and what they do to it. */
public final class CounterpartSteps {
    private final World world;
    private final Capabilities capabilities;
    private final Checks checks;
    private final Journal journal;
    private final Heats heats;

    public CounterpartSteps(World world, Capabilities capabilities, Checks checks, Journal journal, Heats heats) {
        this.world = world;
        this.capabilities = capabilities;
        this.checks = checks;
        this.journal = journal;
        this.heats = heats;
    }

    /** The first attempt is made and has met the trouble; what it was answered is the target's affair. */
    @Given("a {operation} whose {counterpart} {trouble}")
    public void aTroubled(Operation operation, CounterpartRole role, Trouble trouble) {
        Counterpart counterpart = capabilities.counterparts().of(operation, role);
        Call call = world.begin(operation);
        counterpart.spoil(call.unique(), trouble, 1);
        journal.provoke();
        try {
            world.send(call);
        } finally {
            counterpart.relieve(call.unique());
        }
        if (counterpart.met(call.unique()) == 0) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " did not meet that «" + counterpart.name() + "» " + trouble,
                    new Fact("about", call.unique()));
        }
    }

    @Then("each attempt at its {counterpart} carries the same key")
    public void sameKey(CounterpartRole role) {
        Counterpart counterpart = counterpart(role);
        List<Arrival> attempts = attempts(counterpart, world.call());
        if (attempts.size() < 2) {
            throw Judgement.inconclusive(
                    "«" + counterpart.name() + "» was not asked again, and one attempt tells nothing");
        }
        Set<String> keys =
                attempts.stream().map(arrival -> String.valueOf(arrival.key())).collect(Collectors.toSet());
        checks.that(
                "each attempt of one " + world.operation() + " at «" + counterpart.name() + "» carries the same key",
                keys.size() == 1 && attempts.get(0).key() != null,
                "one key in " + attempts.size() + " attempts",
                String.join(", ", keys),
                new Fact("about", world.call().unique()));
    }

    @Then("its {counterpart} acted once")
    public void actedOnce(CounterpartRole role) {
        Counterpart counterpart = counterpart(role);
        int attempts = attempts(counterpart, world.call()).size();
        checks.equal(
                "«" + counterpart.name() + "» acts once for one " + world.operation(),
                1L,
                counterpart.acts(world.call().unique()),
                new Fact("attempts", String.valueOf(attempts)),
                new Fact("about", world.call().unique()));
    }

    @Then("its {counterpart} was asked once")
    public void askedOnce(CounterpartRole role) {
        Counterpart counterpart = counterpart(role);
        for (Call call : called()) {
            checks.equal(
                    "«" + counterpart.name() + "» is called at most once for one " + world.operation(),
                    1,
                    attempts(counterpart, call).size(),
                    new Fact("about", call.unique()));
        }
        if (!heats.all().isEmpty()) {
            heats.mustBeContended();
        }
    }

    /** The call under test, or those of a race's rounds. */
    private List<Call> called() {
        return heats.all().isEmpty()
                ? List.of(world.call())
                : heats.all().stream().map(Heats.Heat::call).toList();
    }

    private Counterpart counterpart(CounterpartRole role) {
        return capabilities.counterparts().of(world.call().operation(), role);
    }

    /** What was not asked at all cannot have been asked wrongly. */
    private List<Arrival> attempts(Counterpart counterpart, Call call) {
        List<Arrival> attempts = journal.note(counterpart.attempts(call.unique()));
        if (attempts.isEmpty()) {
            throw Judgement.inconclusive(
                    "no call to «" + counterpart.name() + "» arrived: does the target look for it where it listens?",
                    new Fact("about", call.unique()));
        }
        return attempts;
    }
}
