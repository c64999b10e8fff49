package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Race;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** Duplicates that arrive together. */
public final class RaceSteps {
    private static final int MOST_ROUNDS = 5;
    /** What the losers of a slow operation meet does not hang on luck. */
    private static final SandboxWord SLOW = SandboxWord.SLOW;

    private final World world;
    private final Target target;
    private final Contract contract;
    private final Calls calls;
    private final Keys keys;
    private final Sandbox sandbox;
    private final Race race;
    private final Checks checks;
    private final Effects effects;
    private final Reading reading;
    private final Heats heats;
    private final List<Map<String, Long>> atFirstSuccess = new ArrayList<>();

    public RaceSteps(
            World world,
            Target target,
            Contract contract,
            Calls calls,
            Keys keys,
            Sandbox sandbox,
            Race race,
            Checks checks,
            Effects effects,
            Heats heats) {
        this.world = world;
        this.target = target;
        this.contract = contract;
        this.calls = calls;
        this.keys = keys;
        this.sandbox = sandbox;
        this.race = race;
        this.checks = checks;
        this.effects = effects;
        this.reading = new Reading(contract);
        this.heats = heats;
    }

    @When("{int} duplicates race once")
    @Costs(perNumber = true)
    public void raceOnce(int duplicates) {
        run(world.call(), duplicates, target.urls().subList(0, 1));
    }

    @When("{int} duplicates race until the stated confidence")
    @Costs(perNumber = true, inRounds = true)
    public void race(int duplicates) {
        race(duplicates, target.urls().subList(0, 1));
    }

    @When("{int} duplicates race across the replicas until the stated confidence")
    @Costs(perNumber = true, inRounds = true)
    public void raceAcrossReplicas(int duplicates) {
        if (target.urls().size() < 2) {
            throw Judgement.notChecked("replicas: the target file names one URL");
        }
        race(duplicates, target.urls());
    }

    @When("{int} requests with two payloads race for one key until the stated confidence")
    @Costs(perNumber = true, inRounds = true)
    public void raceOfPayloads(int requests) {
        if (contract.mismatch() == Contract.Mismatch.REPLAY) {
            throw Judgement.notApplicable("the contract replays the original to another payload");
        }
        heats.untilConfident(() -> {
            Call one = next();
            Call other = Payloads.another(one);
            run(one, alternating(requests, i -> i % 2 == 0 ? one : other));
        });
    }

    @When("{int} of them under keys of their own race for what is left")
    @Costs(perNumber = true)
    public void raceForWhatIsLeft(int requests) {
        Call call = world.call();
        Operation.Partial partial = call.operation().partial();
        if (partial == null || partial.fits() == null) {
            throw Judgement.notChecked("partial.fits: the target file does not say how many fit into what is left");
        }
        run(call, alternating(requests, i -> keys.put(call, keys.fresh())));
    }

    @Then("no more go through than fit")
    public void noMoreThanFit() {
        Operation.Partial partial =
                Objects.requireNonNull(world.call().operation().partial());
        int fits = Objects.requireNonNull(partial.fits());
        long through = heats.newest().round().exchanges().stream()
                .flatMap(exchange -> exchange.reply().stream())
                .filter(Answer::isSuccessful)
                .count();
        Fact table = new Fact("answers", heats.newest().round().table());
        checks.that("no more go through than fit", through <= fits, "at most " + fits, String.valueOf(through), table);
        checks.that("what fits goes through", through > 0, "at least one", "none", table);
        effects.check(world.call(), world.principals(), through);
        heats.mustBeContended();
    }

    private List<Race.Entry> alternating(int count, IntFunction<Call> calls) {
        URI replica = target.urls().get(0);
        return IntStream.range(0, count)
                .mapToObj(i -> new Race.Entry(calls.apply(i).request(), replica))
                .toList();
    }

    /** Races anew until a loser is told to wait: only such a loser has a reason to ask again. */
    @When("{int} duplicates race until one is told to wait")
    @Costs(perNumber = true, prepares = 1)
    public void untilOneIsTold(int duplicates) {
        Operation operation = world.call().operation();
        for (int round = 0; round < MOST_ROUNDS && told() == 0; round++) {
            Call call =
                    operation.sandbox().containsKey(SLOW) ? sandbox.call(operation, SLOW) : calls.prepare(operation);
            run(world.test(call), duplicates, target.urls().subList(0, 1));
        }
        if (told() == 0) {
            reading.mustTellToWait();
            throw Judgement.inconclusive("in " + MOST_ROUNDS + " rounds no loser was told to wait");
        }
    }

    /** How many were told to wait in the newest round. */
    private long told() {
        return heats.all().isEmpty()
                ? 0
                : heats.newest().round().exchanges().stream()
                        .filter(exchange ->
                                exchange.reply().map(reading::isInProgress).orElse(false))
                        .count();
    }

    @Then("none was acknowledged before its effect was there")
    public void noneBeforeItsEffect() {
        for (Map<String, Long> counts : atFirstSuccess) {
            counts.forEach((oracle, count) -> checks.that(
                    "the effect is there when the first delivery is acknowledged",
                    count >= 1,
                    "one effect",
                    String.valueOf(count),
                    new Fact("counted by", oracle)));
        }
    }

    private void race(int duplicates, List<URI> replicas) {
        heats.untilConfident(() -> run(next(), duplicates, replicas));
    }

    /** The call under test runs the first round; each further one races for a call of its own. */
    private Call next() {
        return heats.all().isEmpty() ? world.call() : calls.prepare(world.call().operation());
    }

    private void run(Call call, int duplicates, List<URI> replicas) {
        List<Race.Entry> entries = new ArrayList<>();
        for (int i = 0; i < duplicates; i++) {
            URI replica = replicas.get(i % replicas.size());
            entries.add(new Race.Entry(call.request(), call.request().isPublished() ? calls.place(call) : replica));
        }
        run(call, entries);
    }

    private void run(Call call, List<Race.Entry> entries) {
        heats.add(new Heats.Heat(call, race.run(entries, countAtFirstSuccess(call))));
    }

    /** An event's effect is counted the moment the first success is there: later it would prove nothing. */
    private Consumer<Exchange> countAtFirstSuccess(Call call) {
        if (call.key() != null) {
            return exchange -> {};
        }
        AtomicReference<Exchange> first = new AtomicReference<>();
        return exchange -> {
            boolean success = exchange.reply().map(Answer::isSuccessful).orElse(false);
            if (success && first.compareAndSet(null, exchange)) {
                atFirstSuccess.add(effects.count(call, world.principals()));
            }
        };
    }
}
