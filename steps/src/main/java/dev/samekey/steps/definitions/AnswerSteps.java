package dev.samekey.steps.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.contract.Contract;
import dev.samekey.steps.contract.Refusal;
import dev.samekey.steps.http.Answer;
import dev.samekey.steps.http.Exchange;
import dev.samekey.steps.target.Operation;
import dev.samekey.steps.verdict.Judgement;
import dev.samekey.steps.world.Calls;
import dev.samekey.steps.world.Checks;
import dev.samekey.steps.world.World;
import io.cucumber.java.en.Then;
import java.util.List;
import java.util.Objects;

/** What the answers must say. */
public final class AnswerSteps {
    private final World world;
    private final Contract contract;
    private final Checks checks;
    private final Reading reading;

    public AnswerSteps(World world, Contract contract, Checks checks) {
        this.world = world;
        this.contract = contract;
        this.checks = checks;
        this.reading = new Reading(contract);
    }

    @Then("the answer has the status of the first")
    public void hasTheStatus() {
        checks.equal(
                "a replay has the status of the first answer",
                world.first().status(),
                world.last().status(),
                world.where());
    }

    @Then("the answer has the body of the first")
    public void hasTheBody() {
        checks.equal(
                "a replay has the body of the first answer, byte for byte",
                world.first().body(),
                world.last().body(),
                world.where());
    }

    @Then("the answer is the first one")
    public void isTheFirstOne() {
        hasTheStatus();
        hasTheBody();
    }

    @Then("the first request still replays")
    public void theFirstStillReplays() {
        world.send(world.call());
        isTheFirstOne();
    }

    @Then("the answers are marked as the first and a replay")
    public void areMarked() {
        Contract.Marker marker = reading.marker();
        String first = world.first().header(marker.header()).orElse("none");
        if (marker.first() == null) {
            checks.that(
                    "a first answer is not marked as a replay",
                    !marker.replay().equals(first),
                    "no " + marker.header() + ": " + marker.replay(),
                    first,
                    world.where());
        } else {
            checks.equal("a first answer is marked by " + marker.header(), marker.first(), first, world.where());
        }
        checks.equal(
                "a replay is marked by " + marker.header(),
                marker.replay(),
                world.last().header(marker.header()).orElse("none"),
                world.where());
    }

    @Then("the answer is a replayed success")
    public void isAReplayedSuccess() {
        everyAnswerIsASuccess(world.exchanges()
                .subList(world.exchanges().size() - 1, world.exchanges().size()));
        if (contract.marker() != null) {
            checks.that(
                    "the answer is a replay",
                    reading.isReplay(world.last()),
                    contract.marker().header() + ": " + contract.marker().replay(),
                    world.last().header(contract.marker().header()).orElse("no such header"),
                    world.where());
        }
    }

    @Then("every answer is a success")
    public void everyAnswerIsASuccess() {
        everyAnswerIsASuccess(world.exchanges());
    }

    @Then("it is a new operation")
    public void isNew() {
        Answer answer = world.last();
        everyAnswerIsASuccess(world.exchanges()
                .subList(world.exchanges().size() - 1, world.exchanges().size()));
        checks.that(
                "the answer is not a replay", !reading.isReplay(answer), "a first answer", "a replay", world.where());
        JsonNode first = world.firstId();
        checks.that(
                "it has a result of its own",
                !first.equals(Calls.id(world.call().operation(), answer)),
                "another id than " + first,
                "the same id",
                world.where());
    }

    @Then("it is a new operation, or refused where keys span routes")
    public void isNewOrRefused() {
        List<String> scope = contract.scope();
        if (scope == null) {
            throw Judgement.notChecked("scope: the contract does not say what a key is scoped by");
        }
        Answer answer = world.last();
        checks.that(
                "the other route's answer is not replayed",
                !reading.isReplay(answer) && !answer.body().equals(world.first().body()),
                "an answer of its own",
                answer.status() + " " + answer.body(),
                world.where());
        boolean refused = answer.status() >= 400 && answer.status() < 500;
        checks.that(
                "the key means nothing on another route",
                answer.isSuccessful() || (refused && !scope.contains("route")),
                scope.contains("route") ? "a success" : "a success or a refusal",
                answer.status() + " " + answer.body(),
                world.where());
    }

    @Then("all answers name the same result")
    public void nameTheSameResult() {
        Operation operation = world.call().operation();
        for (Exchange exchange : world.exchanges()) {
            checks.equal(
                    "every answer has the id of the first",
                    world.firstId(),
                    Calls.id(operation, World.answer(exchange)),
                    World.repeat(exchange));
        }
    }

    @Then("the readings are alike and none is a replay")
    public void readingsAreAlike() {
        List<Answer> readings =
                world.exchanges().stream().skip(1).map(World::answer).toList();
        Answer plain = readings.get(0);
        checks.that(
                "reading needs no key",
                plain.isSuccessful(),
                "a success",
                plain.status() + " " + plain.body(),
                world.where());
        for (Answer reading : readings) {
            checks.equal(
                    "a key changes nothing about the status of a reading",
                    plain.status(),
                    reading.status(),
                    world.where());
            checks.equal(
                    "a key changes nothing about the body of a reading", plain.body(), reading.body(), world.where());
            if (contract.marker() != null) {
                String header = contract.marker().header();
                checks.equal(
                        "a key leaves no mark on a reading",
                        plain.header(header).orElse("none"),
                        reading.header(header).orElse("none"),
                        world.where());
            }
        }
    }

    @Then("it is refused as {refusal}")
    public void isRefusedAs(String name) {
        if ("missing_key".equals(name) && Boolean.FALSE.equals(contract.key().required())) {
            throw Judgement.notApplicable("the contract lets a request go without a key");
        }
        refused(reading.refusal(name), world.last());
    }

    @Then("each is refused as {refusal}")
    public void eachIsRefusedAs(String name) {
        world.exchanges().stream()
                .skip(1)
                .forEach(exchange -> refused(reading.refusal(name), World.answer(exchange), exchange));
    }

    @Then("it is refused as beyond what is left")
    public void isRefusedAsBeyond() {
        refused(Objects.requireNonNull(world.call().operation().partial()).refusal(), world.last());
    }

    @Then("the answer says when to return")
    public void saysWhenToReturn() {
        String value = world.last().header("Retry-After").orElse("none");
        checks.that(
                "the answer has a Retry-After in a legal form",
                Reading.isRetryAfter(value),
                "seconds or an HTTP date",
                value,
                world.where());
    }

    private void everyAnswerIsASuccess(List<Exchange> exchanges) {
        for (Exchange exchange : exchanges) {
            Answer answer = World.answer(exchange);
            checks.that(
                    "the answer is a success",
                    Calls.succeeded(world.call().operation(), answer),
                    "a success",
                    answer.status() + " " + answer.body(),
                    World.repeat(exchange));
        }
    }

    private void refused(Refusal refusal, Answer answer) {
        refused(refusal, answer, world.exchanges().get(world.exchanges().size() - 1));
    }

    private void refused(Refusal refusal, Answer answer, Exchange exchange) {
        checks.that(
                "it is refused as the contract says",
                reading.is(refusal, answer),
                refusal.toString(),
                answer.status() + " " + answer.body(),
                World.repeat(exchange));
    }
}
