package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.judge.act.Racing;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.words.Racers;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.When;
import java.net.URI;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Requests are sent at the same time. */
public final class RaceSteps {
    private static final int MOST_ROUNDS = 5;

    private final World world;
    private final Target target;
    private final Calls calls;
    private final Keys keys;
    private final Sandbox sandbox;
    private final Racing racing;
    private final RaceRounds raceRounds;
    private final Reading reading;

    public RaceSteps(
            World world,
            Target target,
            Contract contract,
            Calls calls,
            Keys keys,
            Sandbox sandbox,
            Racing racing,
            RaceRounds raceRounds) {
        this.world = world;
        this.target = target;
        this.calls = calls;
        this.keys = keys;
        this.sandbox = sandbox;
        this.racing = racing;
        this.raceRounds = raceRounds;
        this.reading = new Reading(contract);
    }

    @When("{int} simultaneous {racers} are sent")
    @Costs(perNumber = true, inRounds = true)
    public void areSent(int count, Racers racers) {
        switch (racers) {
            case DUPLICATES -> raceRounds.untilConfident(() -> racing.duplicates(next(), count, firstReplica()));
            case ONE_ROUND -> racing.duplicates(world.call(), count, firstReplica());
            case ALL_REPLICAS -> toAllReplicas(count);
            case TWO_PAYLOADS -> withTwoPayloads(count);
            case OWN_KEYS -> underOwnKeys(count);
            case REVERSALS -> reversals(count);
        }
    }

    private void toAllReplicas(int count) {
        List<URI> replicas = target.replicas();
        raceRounds.untilConfident(() -> racing.duplicates(next(), count, replicas));
    }

    private void withTwoPayloads(int count) {
        raceRounds.untilConfident(() -> {
            Call one = next();
            Call other = Payloads.another(one);
            racing.requests(
                    one,
                    IntStream.range(0, count)
                            .mapToObj(i -> i % 2 == 0 ? one : other)
                            .toList());
        });
    }

    private void underOwnKeys(int count) {
        Call call = world.call();
        Calls.fits(call.operation());
        racing.requests(
                call,
                Stream.generate(() -> keys.put(call, keys.fresh())).limit(count).toList());
    }

    /** Of one result, in turns; each under a key of its own. */
    private void reversals(int count) {
        Call call = world.call();
        List<Operation> kinds = target.operations(Role.REVERSE).stream()
                .filter(operation -> String.valueOf(call.operation().name()).equals(operation.after()))
                .toList();
        if (kinds.size() < 2) {
            throw Judgement.notChecked("operations: the target file describes no two reversals of a "
                    + call.operation().name());
        }
        racing.requests(
                call,
                IntStream.range(0, count)
                        .mapToObj(i -> calls.prepareOn(kinds.get(i % kinds.size()), call, world.first()))
                        .toList());
    }

    /** Only a loser that is refused as in progress has a reason to retry: without one there is another round. */
    @When("{int} simultaneous duplicates are sent, and each that is refused as in progress is sent again")
    @Costs(value = 2, perNumber = true, prepares = 1)
    public void areSentAndSentAgain(int count) {
        Operation operation = world.call().operation();
        long refused = 0;
        for (int round = 0; round < MOST_ROUNDS && refused == 0; round++) {
            // What the losers of a slow operation get does not depend on luck.
            Call call = operation.can(SandboxWord.SLOW)
                    ? sandbox.call(operation, SandboxWord.SLOW)
                    : calls.prepare(operation);
            racing.duplicates(world.test(call), count, firstReplica());
            refused = refused();
        }
        if (refused == 0) {
            throw Judgement.inconclusive("in " + MOST_ROUNDS + " rounds no loser was refused as in progress");
        }
        for (int i = 0; i < refused; i++) {
            world.send(world.call(), Purpose.DUPLICATE);
        }
    }

    /** How many were refused as in progress in the newest round. */
    private long refused() {
        return raceRounds.newest().round().exchanges().stream()
                .flatMap(exchange -> exchange.reply().stream())
                .filter(reading::hasMetInProgress)
                .count();
    }

    private List<URI> firstReplica() {
        return target.urls().subList(0, 1);
    }

    /** The call under test is sent in the first round; each further round has a call of its own. */
    private Call next() {
        return raceRounds.all().isEmpty()
                ? world.call()
                : calls.prepare(world.call().operation());
    }
}
