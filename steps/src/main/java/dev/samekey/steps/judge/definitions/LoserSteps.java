package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Heats;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;

/** What those must be told that raced and did not win. */
public final class LoserSteps {
    private final World world;
    private final Heats heats;
    private final Checks checks;
    private final Reading reading;
    private final Replaying replaying;

    public LoserSteps(World world, Heats heats, Contract contract, Checks checks) {
        this.world = world;
        this.heats = heats;
        this.checks = checks;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
    }

    @Then("one payload wins and each other is refused as a mismatch or told to wait")
    public void onePayloadWins() {
        heats.mustBeWon();
        for (Heats.Heat heat : heats.all()) {
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
                if (exchange.answer() == null) {
                    continue;
                }
                checks.that(
                        same
                                ? "who sent the winner's payload gets its outcome or is told to wait"
                                : "who sent another payload is refused as a mismatch or told to wait",
                        exchange.reply()
                                .map(answer -> reading.isInProgress(answer)
                                        || (same ? isTrue(answer, winners.get(0)) : reading.isMismatch(answer)))
                                .orElse(false),
                        same ? "the outcome or in progress" : "a payload mismatch or in progress",
                        exchange.reply().map(Answer::described).orElse("no answer: " + exchange.failure()),
                        World.repeat(exchange));
            }
        }
        heats.mustBeAnswered();
        heats.mustBeContended();
    }

    @Then("each gets the outcome of the winner")
    public void eachGetsTheOutcome() {
        Answer winner = winners(heats.newest().round()).stream()
                .findFirst()
                .orElseThrow(() -> Judgement.inconclusive("nobody won the race"));
        for (Exchange exchange : world.exchanges()) {
            Answer answer = World.answer(exchange);
            checks.that(
                    "a loser that asks again gets the winner's answer",
                    answer.equals(winner) || replaying.isOutcome(world.call().operation(), winner, answer),
                    winner.described(),
                    answer.described(),
                    World.repeat(exchange));
        }
    }

    @Then("one wins and each loser gets its outcome or is told to wait")
    public void losersAreToldTheTruth() {
        heats.mustBeWon();
        for (Heats.Heat heat : heats.all()) {
            List<Answer> winners = winners(heat.round());
            checks.equal(
                    "one duplicate wins",
                    1,
                    winners.size(),
                    new Fact("answers", heat.round().table()));
            for (Exchange exchange : heat.round().exchanges()) {
                if (exchange.answer() == null) {
                    continue;
                }
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
        heats.mustBeAnswered();
        heats.mustBeContended();
    }

    @Then("each loser that is told to wait is told how long")
    public void toldHowLong() {
        List<Exchange> waiting = heats.all().stream()
                .flatMap(heat -> heat.round().exchanges().stream())
                .filter(this::isTold)
                .toList();
        if (waiting.isEmpty()) {
            reading.mustTellToWait();
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

    @When("the losers ask again")
    @Costs(Costs.HANDFUL)
    public void losersAskAgain() {
        heats.newest().round().exchanges().stream().filter(this::isTold).forEach(loser -> world.send(world.call()));
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
