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
import dev.samekey.steps.world.World;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** Duplicates that arrive together, and what each must be told. */
public final class RaceSteps {
    private static final int MOST_ROUNDS = 5;

    private final World world;
    private final Target target;
    private final Calls calls;
    private final Race race;
    private final Checks checks;
    private final Effects effects;
    private final Reading reading;
    private final List<Map<String, Long>> atFirstSuccess = new ArrayList<>();

    public RaceSteps(
            World world, Target target, Contract contract, Calls calls, Race race, Checks checks, Effects effects) {
        this.world = world;
        this.target = target;
        this.calls = calls;
        this.race = race;
        this.checks = checks;
        this.effects = effects;
        this.reading = new Reading(contract);
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

    /** Races anew until a loser is told to wait: only such a loser has a reason to ask again. */
    @Given("{int} racing duplicates of a new {operation}")
    public void racing(int duplicates, Operation operation) {
        for (int round = 0; round < MOST_ROUNDS && told() == 0; round++) {
            run(world.begin(operation), duplicates, target.urls().subList(0, 1));
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
                    answer.status() == winner.status() && answer.body().equals(winner.body()),
                    winner.status() + " " + winner.body(),
                    answer.status() + " " + answer.body(),
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
        return reading.isInProgress(answer)
                || (answer.status() == winner.status() && answer.body().equals(winner.body()));
    }
}
