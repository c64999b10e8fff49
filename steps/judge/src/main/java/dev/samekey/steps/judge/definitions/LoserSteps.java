package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.expect.Winners;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentScenario;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** What simultaneous requests must get that do not win. */
public final class LoserSteps {
    private final RaceRounds raceRounds;
    private final Checks checks;
    private final Contract contract;
    private final Reading reading;
    private final Replaying replaying;
    private final Winners winners;
    private final CurrentScenario scenario;

    public LoserSteps(RaceRounds raceRounds, Contract contract, Checks checks, CurrentScenario scenario) {
        this.scenario = scenario;
        this.raceRounds = raceRounds;
        this.checks = checks;
        this.contract = contract;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
        this.winners = new Winners(reading);
    }

    @Then("one request wins and each loser gets a correct response")
    public void oneWins() {
        raceRounds.mustBeWon();
        raceRounds.all().forEach(this::mustHaveOneWinner);
        raceRounds.mustBeAnswered();
        raceRounds.mustBeContended();
        raceRounds.all().stream().filter(heat -> failure(heat).isPresent()).forEach(RaceRounds.Heat::mustNotHaveFailed);
        mustHaveWinnersOfTheirOwn();
    }

    /** Each round has a key of its own: where all have one result, none of them was seen to win it. */
    private void mustHaveWinnersOfTheirOwn() {
        List<Answer> won = raceRounds.all().stream()
                .map(heat -> winners.of(heat.call().operation(), heat.round()).get(0))
                .toList();
        Operation operation = raceRounds.newest().call().operation();
        if (won.size() > 1
                && operation.id() != null
                && operation.role().makesNew()
                && won.stream()
                                .map(answer -> Calls.id(operation, answer))
                                .distinct()
                                .count()
                        == 1) {
            throw Judgement.notChecked("id: all " + won.size() + " rounds had the same result, each under a key of its"
                    + " own, so nothing shows that a request won");
        }
    }

    private void mustHaveOneWinner(RaceRounds.Heat heat) {
        List<Answer> won = winners.of(heat.call().operation(), heat.round());
        checks.shown(sign(heat))
                .equal(
                        "successes that are not replays, among " + heat.described(),
                        1,
                        won.size(),
                        new Fact("responses", heat.round().table()));
        Answer winner = won.get(0);
        String payload = heat.round().exchanges().stream()
                .filter(exchange -> exchange.reply().filter(winner::equals).isPresent())
                .findFirst()
                .orElseThrow()
                .request()
                .body();
        Optional<Exchange> failure = failure(heat);
        List<Exchange> others = heat.round().exchanges().stream()
                .filter(exchange -> failure.filter(exchange::equals).isEmpty())
                .toList();
        Predicate<Exchange> isSame =
                exchange -> Objects.equals(payload, exchange.request().body());
        for (Exchange exchange : others) {
            exchange.reply().ifPresent(answer -> {
                if (isSame.test(exchange)) {
                    mustBeOutcomeOrInProgress(heat, winner, answer, exchange);
                } else {
                    mustBeMismatchOrInProgress(heat, answer, exchange);
                }
            });
        }
        // What is wrong however it is refused counts more than what nobody can tell.
        for (Exchange exchange : others) {
            Reason refused = isSame.test(exchange) ? Reason.REPLAYED_KEY : Reason.PAYLOAD_MISMATCH;
            exchange.reply().ifPresent(answer -> reading.requireTold(answer, Reason.IN_PROGRESS, refused));
        }
    }

    /** The failure of a dependency, by the word of the contract: whoever got it had the key before the winner. */
    private Optional<Exchange> failure(RaceRounds.Heat heat) {
        return heat.round().failure().filter(failed -> reading.isOfADependency(World.answer(failed)));
    }

    private void mustBeOutcomeOrInProgress(RaceRounds.Heat heat, Answer winner, Answer answer, Exchange exchange) {
        Operation operation = heat.call().operation();
        checks.on(replaying.pointOf(winner, answer))
                .shown(sign(heat))
                .that(
                        "response to a loser with the winner's payload, among " + heat.described(),
                        answer.equals(winner) || isInProgress(answer) || replaying.isOutcome(operation, winner, answer),
                        "the winner's outcome or in progress",
                        answer.described(),
                        reading.facts(Reason.IN_PROGRESS, answer, World.repeat(exchange)));
    }

    /** With which status and code is the matter of CON-2 alone. */
    private boolean isInProgress(Answer answer) {
        return scenario.clause().equals("CON-2")
                ? reading.isInProgressAsStated(answer)
                : reading.hasMetInProgress(answer);
    }

    private void mustBeMismatchOrInProgress(RaceRounds.Heat heat, Answer answer, Exchange exchange) {
        checks.shown(sign(heat))
                .that(
                        "response to a loser with another payload, among " + heat.described(),
                        reading.hasMetAnotherPayload(answer) || reading.hasMetInProgress(answer),
                        "a payload mismatch or in progress",
                        answer.described(),
                        World.repeat(exchange));
    }

    private Sign sign(RaceRounds.Heat heat) {
        List<Refusal> named = Stream.of(Reason.IN_PROGRESS, Reason.PAYLOAD_MISMATCH, Reason.REPLAYED_KEY)
                .flatMap(reason -> Stream.ofNullable(contract.refusal(reason)))
                .map(this::asJudged)
                .toList();
        return new Sign.OneWinner(
                heat.round().exchanges().stream()
                        .flatMap(exchange -> exchange.reply().stream())
                        .toList(),
                Stream.concat(Stream.of(ofTheClause()), named.stream()).toList(),
                String.valueOf(heat.call().operation().id()));
    }

    /** What {@link Reading#isInProgressAsStated} always takes. */
    private Refusal ofTheClause() {
        boolean isNamed = contract.refusal(Reason.IN_PROGRESS) != null;
        return new Refusal(isNamed ? List.of(425) : List.of(425, 409), List.of(), null);
    }

    /** As in {@link #isInProgress}: elsewhere the status says enough. */
    private Refusal asJudged(Refusal refusal) {
        return scenario.clause().equals("CON-2") || refusal.statuses().isEmpty()
                ? refusal
                : new Refusal(refusal.statuses(), List.of(), null);
    }
}
