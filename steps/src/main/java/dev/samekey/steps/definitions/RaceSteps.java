package dev.samekey.steps.definitions;

import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.http.Answer;
import dev.samekey.steps.http.Exchange;
import dev.samekey.steps.http.Race;
import dev.samekey.steps.http.Round;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Call;
import dev.samekey.steps.world.Calls;
import dev.samekey.steps.world.Checks;
import dev.samekey.steps.world.Effects;
import dev.samekey.steps.world.Keys;
import dev.samekey.steps.world.World;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Duplicates that arrive together, and what each must be told. */
public final class RaceSteps {
    private static final int MOST_ROUNDS = 5;
    /** What the losers of a slow operation meet does not hang on luck. */
    private static final String SLOW = "slow";

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
    private final Replaying replaying;
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
            Effects effects) {
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
        this.replaying = new Replaying(contract, reading, checks);
    }

    @When("{int} duplicates race in {int} round(s)")
    public void race(int duplicates, int rounds) {
        race(duplicates, rounds, target.urls().subList(0, 1));
    }

    @When("{int} duplicates race across the replicas in {int} round(s)")
    public void raceAcrossReplicas(int duplicates, int rounds) {
        if (target.urls().size() < 2) {
            throw Judgement.notChecked("replicas: the target file names one URL");
        }
        race(duplicates, rounds, target.urls());
    }

    @When("{int} requests with two payloads race for one key in {int} round(s)")
    public void raceOfPayloads(int requests, int rounds) {
        if (contract.mismatch() == Contract.Mismatch.REPLAY) {
            throw Judgement.notApplicable("the contract replays the original to another payload");
        }
        Call call = world.call();
        for (int round = 0; round < rounds; round++) {
            Call one = round == 0 ? call : calls.prepare(call.operation());
            Call other = SendingSteps.anotherPayload(one);
            run(one, alternating(requests, i -> i % 2 == 0 ? one : other));
        }
    }

    @When("{int} of them under keys of their own race for what is left")
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
        long through = newest().exchanges().stream()
                .flatMap(exchange -> exchange.reply().stream())
                .filter(Answer::isSuccessful)
                .count();
        Fact table = new Fact("answers", newest().table());
        checks.that("no more go through than fit", through <= fits, "at most " + fits, String.valueOf(through), table);
        checks.that("what fits goes through", through > 0, "at least one", "none", table);
        effects.check(world.call(), world.principals(), through);
        requireOverlap(world);
    }

    @Then("one payload wins and each other is refused as a mismatch or told to wait")
    public void onePayloadWins() {
        for (World.Heat heat : world.heats()) {
            List<Answer> winners = winners(heat.round());
            Fact table = new Fact("answers", heat.round().table());
            checks.equal("one request wins", 1, winners.size(), table);
            Exchange won = heat.round().exchanges().stream()
                    .filter(exchange ->
                            exchange.reply().filter(winners.get(0)::equals).isPresent())
                    .findFirst()
                    .orElseThrow();
            String payload = String.valueOf(won.request().body());
            for (Exchange exchange : heat.round().exchanges()) {
                boolean same = payload.equals(exchange.request().body());
                checks.that(
                        same
                                ? "who sent the winner's payload gets its outcome or is told to wait"
                                : "who sent another payload is refused as a mismatch or told to wait",
                        exchange.reply()
                                .map(answer -> reading.isInProgress(answer)
                                        || (same ? isTrue(answer, winners.get(0)) : reading.isMismatch(answer)))
                                .orElse(false),
                        same ? "the outcome or in progress" : "a payload mismatch or in progress",
                        exchange.reply().map(AnswerSteps::describe).orElse("no answer: " + exchange.failure()),
                        World.repeat(exchange));
            }
        }
        requireOverlap(world);
    }

    private List<Race.Entry> alternating(int count, IntFunction<Call> calls) {
        URI replica = target.urls().get(0);
        return IntStream.range(0, count)
                .mapToObj(i -> new Race.Entry(calls.apply(i).request(), replica))
                .toList();
    }

    /** Races anew until a loser is told to wait: only such a loser has a reason to ask again. */
    @When("{int} duplicates race until one is told to wait")
    public void untilOneIsTold(int duplicates) {
        Operation operation = world.call().operation();
        for (int round = 0; round < MOST_ROUNDS && told() == 0; round++) {
            Call call =
                    operation.sandbox().containsKey(SLOW) ? sandbox.call(operation, SLOW) : calls.prepare(operation);
            run(world.test(call), duplicates, target.urls().subList(0, 1));
        }
        if (told() == 0) {
            throw Judgement.inconclusive("in " + MOST_ROUNDS + " rounds no loser was told to wait");
        }
    }

    @When("the losers ask again")
    public void losersAskAgain() {
        for (long losers = told(); losers > 0; losers--) {
            world.send(world.call());
        }
    }

    /** How many were told to wait in the newest round. */
    private long told() {
        List<World.Heat> heats = world.heats();
        return heats.isEmpty()
                ? 0
                : newest().exchanges().stream().filter(this::isTold).count();
    }

    private Round newest() {
        return world.heats().get(world.heats().size() - 1).round();
    }

    @Then("each gets the outcome of the winner")
    public void eachGetsTheOutcome() {
        Answer winner =
                winners(newest()).stream().findFirst().orElseThrow(() -> Judgement.inconclusive("nobody won the race"));
        for (Exchange exchange : world.exchanges()) {
            Answer answer = World.answer(exchange);
            checks.that(
                    "a loser that asks again gets the winner's answer",
                    answer.equals(winner) || replaying.isOutcome(world.call().operation(), winner, answer),
                    AnswerSteps.describe(winner),
                    AnswerSteps.describe(answer),
                    World.repeat(exchange));
        }
    }

    @Then("one wins and each loser gets its outcome or is told to wait")
    public void losersAreToldTheTruth() {
        for (World.Heat heat : world.heats()) {
            List<Answer> winners = winners(heat.round());
            checks.equal(
                    "one duplicate wins",
                    1,
                    winners.size(),
                    new Fact("answers", heat.round().table()));
            for (Exchange exchange : heat.round().exchanges()) {
                checks.that(
                        "a loser gets the winner's outcome or the in-progress answer",
                        exchange.reply()
                                .map(answer -> isTrue(answer, winners.get(0)))
                                .orElse(false),
                        "the winner's outcome or in progress",
                        exchange.reply()
                                .map(answer -> answer.status() + " " + answer.body())
                                .orElse("no answer: " + exchange.failure()),
                        World.repeat(exchange));
            }
        }
        requireOverlap(world);
    }

    @Then("each loser that is told to wait is told how long")
    public void toldHowLong() {
        List<Exchange> waiting = world.heats().stream()
                .flatMap(heat -> heat.round().exchanges().stream())
                .filter(this::isTold)
                .toList();
        if (waiting.isEmpty()) {
            throw Judgement.inconclusive("no loser was told to wait");
        }
        for (Exchange exchange : waiting) {
            String value = World.answer(exchange).header("Retry-After").orElse("none");
            checks.that(
                    "an in-progress answer has a Retry-After in a legal form",
                    Reading.isRetryAfter(value),
                    "seconds or an HTTP date",
                    value,
                    World.repeat(exchange));
        }
    }

    private boolean isTold(Exchange exchange) {
        return exchange.reply().map(reading::isInProgress).orElse(false);
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

    /** A race in which nothing overlapped has shown nothing. */
    static void requireOverlap(World world) {
        int overlap = world.heats().stream()
                .mapToInt(heat -> heat.round().overlap())
                .max()
                .orElse(0);
        if (overlap < 2) {
            throw Judgement.inconclusive(
                    "the duplicates did not overlap in time", new Fact("overlap", String.valueOf(overlap)));
        }
    }

    private void race(int duplicates, int rounds, List<URI> replicas) {
        Call call = world.call();
        for (int round = 0; round < rounds; round++) {
            // The call under test runs the first round; each further one races for a call of its own.
            run(round == 0 ? call : calls.prepare(call.operation()), duplicates, replicas);
        }
    }

    private void run(Call call, int duplicates, List<URI> replicas) {
        List<Race.Entry> entries = new ArrayList<>();
        for (int i = 0; i < duplicates; i++) {
            entries.add(new Race.Entry(call.request(), replicas.get(i % replicas.size())));
        }
        run(call, entries);
    }

    private void run(Call call, List<Race.Entry> entries) {
        world.add(new World.Heat(call, race.run(entries, countAtFirstSuccess(call))));
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

    /** The answers of those that ran: successes that are not marked as replays. */
    private List<Answer> winners(Round round) {
        List<Answer> fresh = round.exchanges().stream()
                .flatMap(exchange -> exchange.reply().stream())
                .filter(answer -> Calls.succeeded(world.call().operation(), answer) && !reading.isReplay(answer))
                .toList();
        // Where nothing marks a replay, answers with one body are one operation's.
        return reading.marks()
                ? fresh
                : List.copyOf(fresh.stream()
                        .collect(Collectors.toMap(
                                Answer::body, answer -> answer, (one, same) -> one, LinkedHashMap::new))
                        .values());
    }

    private boolean isTrue(Answer answer, Answer winner) {
        return answer.equals(winner)
                || reading.isInProgress(answer)
                || replaying.isOutcome(world.call().operation(), winner, answer);
    }
}
