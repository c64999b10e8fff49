package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Marker;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.time.Duration;
import java.util.List;
import java.util.Objects;

/** What an answer must say of its operation: the first one again, or that of a new operation. */
public final class AnswerSteps {
    private static final List<String> HEADERS_THAT_MATTER = List.of("Location", "Content-Type", "ETag");

    /** A replay that is slower than its original by more than this does not end in its time. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private static final int SLACK_CHARACTERS = 200;
    private static final int MOST_REPLAYS = 4;

    private final World world;
    private final Contract contract;
    private final Checks checks;
    private final Reading reading;
    private final Replaying replaying;

    public AnswerSteps(World world, Contract contract, Checks checks) {
        this.world = world;
        this.contract = contract;
        this.checks = checks;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
    }

    @Then("the answer has the status of the first")
    public void hasTheStatus() {
        replaying.status(world.first(), world.last(), world.where());
    }

    @Then("the answer has the body of the first")
    public void hasTheBody() {
        replaying.body(world.call().operation(), world.first(), world.last(), world.where());
    }

    @Then("the answer is the first one")
    public void isTheFirstOne() {
        hasTheStatus();
        hasTheBody();
    }

    @Then("every answer is the first one")
    public void everyOneIsTheFirst() {
        for (World.Sent sent : world.repeats()) {
            Fact repeat = World.repeat(sent.exchange());
            replaying.status(world.first(), sent.answer(), repeat);
            replaying.body(world.call().operation(), world.first(), sent.answer(), repeat);
        }
    }

    @Then("the answer is the first one, marked as replayed")
    public void isTheFirstOneMarked() {
        isTheFirstOne();
        mustBeMarked(world.newest());
    }

    @Then("the first request still replays")
    @Costs
    public void theFirstStillReplays() {
        world.send(world.call());
        isTheFirstOne();
    }

    @Then("the answers are marked as the first and a replay")
    public void areMarked() {
        Marker marker = reading.marker();
        String first = reading.mark(world.first());
        if (marker.first() == null) {
            checks.that(
                    "a first answer is not marked as a replay",
                    !marker.replay().equals(first),
                    "no " + marker.place() + ": " + marker.replay(),
                    first,
                    world.where());
        } else {
            checks.equal("a first answer is marked by " + marker.place(), marker.first(), first, world.where());
        }
        checks.equal(
                "a replay is marked by " + marker.place(), marker.replay(), reading.mark(world.last()), world.where());
    }

    @Then("the marks in the request are not believed")
    public void areNotBelieved() {
        for (World.Sent sent : world.sent()) {
            checks.that(
                    "a request with the marks of a replay in it is answered like one without",
                    sent.exchange().reply().isPresent(),
                    "an answer",
                    "no answer: " + sent.exchange().failure(),
                    World.repeat(sent.exchange()));
        }
        mustSucceed(world.sent().get(0));
        mustBeNew(world.sent().get(0));
        isTheFirstOneMarked();
    }

    @Then("the answer is a replayed success")
    public void isAReplayedSuccess() {
        if (replaying.isRefused()) {
            throw Judgement.notApplicable("the contract refuses what it has done before");
        }
        mustSucceed(world.newest());
        mustBeMarked(world.newest());
    }

    @Then("every answer is a success")
    public void everyAnswerIsASuccess() {
        // The trouble of another is no excuse here.
        world.sent().forEach(sent -> mustSucceed(sent, sent.answer()));
    }

    @Then("only the last answer is a success")
    public void onlyTheLastIsASuccess() {
        reading.mustPass(world.first());
        World.Sent newest = world.newest();
        // The first failure once more is what the clause forbids, and no bad moment of the target.
        boolean same = newest.answer().status() == world.first().status();
        mustSucceed(newest, same ? newest.answer() : newest.served());
        checks.that(
                "a failure that passes is not the outcome",
                !reading.isReplay(world.last()),
                "a first answer",
                "a replay of " + world.last().status() + " " + world.last().body(),
                world.where());
    }

    @Then("it is a new operation")
    public void isNew() {
        mustSucceed(world.newest());
        mustBeNew(world.newest());
        JsonNode first = world.firstId();
        checks.that(
                "it has a result of its own",
                !first.equals(Calls.id(world.call().operation(), world.last())),
                "another id than " + first,
                "the same id",
                world.where());
    }

    @Then("each is an operation of its own")
    public void eachIsItsOwn() {
        for (World.Sent sent : world.sent()) {
            mustSucceed(sent);
            mustBeNew(sent);
        }
        Operation operation = world.call().operation();
        if (operation.id() != null) {
            List<JsonNode> ids = world.sent().stream()
                    .map(sent -> Calls.id(operation, sent.answer()))
                    .toList();
            checks.equal("each has a result of its own", ids.size(), (int)
                    ids.stream().distinct().count());
        }
    }

    @Then("it is a new operation, or refused where expired keys are")
    public void isNewOrRejected() {
        Contract.Expired policy = contract.expired();
        if (policy == null) {
            throw Judgement.notChecked("expired: the contract does not say what an expired key meets");
        }
        if (policy == Contract.Expired.EXECUTE) {
            isNew();
        } else {
            checks.that(
                    "an expired key is refused as the contract says",
                    reading.is(reading.refusal("expired_key"), world.last()),
                    reading.refusal("expired_key").toString(),
                    describe(world.last()),
                    world.where());
        }
    }

    @Then("it is a new operation, or refused where keys span routes")
    public void isNewOrRefused() {
        List<Contract.Scope> scope = contract.scope();
        if (scope == null) {
            throw Judgement.notChecked("scope: the contract does not say what a key is scoped by");
        }
        Answer answer = world.last();
        checks.that(
                "the other route's answer is not replayed",
                !reading.isReplay(answer)
                        && (answer.body().isEmpty()
                                || !answer.body().equals(world.first().body())),
                "an answer of its own",
                describe(answer),
                world.where());
        boolean refused = answer.status() >= 400 && answer.status() < 500;
        checks.that(
                "the key means nothing on another route",
                answer.isSuccessful() || (refused && !scope.contains(Contract.Scope.ROUTE)),
                scope.contains(Contract.Scope.ROUTE) ? "a success" : "a success or a refusal",
                describe(answer),
                world.where());
    }

    @Then("all answers name the same result")
    public void nameTheSameResult() {
        Operation operation = world.call().operation();
        for (World.Sent sent : world.repeats()) {
            Fact repeat = World.repeat(sent.exchange());
            if (replaying.isRefused()) {
                replaying.body(operation, world.first(), sent.answer(), repeat);
            } else {
                checks.equal(
                        "every answer has the id of the first",
                        world.firstId(),
                        Calls.id(operation, sent.answer()),
                        repeat);
            }
        }
    }

    @Then("the answer has what else the first one said of its result")
    public void hasTheHeaders() {
        List<String> named =
                contract.replay() == null ? null : contract.replay().headers();
        List<String> compared = (named == null ? HEADERS_THAT_MATTER : named)
                .stream().filter(name -> world.first().header(name).isPresent()).toList();
        if (compared.isEmpty()) {
            throw Judgement.inconclusive("the first answer had none of the headers that matter");
        }
        for (String name : compared) {
            checks.equal(
                    "a replay has the " + name + " of the first answer",
                    world.first().header(name).orElse("none"),
                    world.last().header(name).orElse("none"),
                    world.where());
        }
    }

    /** What was slow is not done again: the replay is there in less than half the time, or on a busy machine the next one. */
    @Then("the answer came without the work")
    public void cameWithoutTheWork() {
        isTheFirstOne();
        Exchange first = world.exchanges().get(0);
        for (int i = 1; i < MOST_REPLAYS && !isQuick(world.newest().exchange(), first); i++) {
            world.send(world.call());
            isTheFirstOne();
        }
        Exchange replay = world.newest().exchange();
        checks.that(
                "a replay does none of the work",
                isQuick(replay, first),
                "less than half of the " + first.took().toMillis() + " ms of the first answer",
                replay.took().toMillis() + " ms",
                world.where());
    }

    private static boolean isQuick(Exchange replay, Exchange first) {
        return replay.took().multipliedBy(2).compareTo(first.took()) < 0;
    }

    /** What hangs does so each time; on a busy machine one may come late. */
    @Then("the answer arrives whole and in time")
    public void arrivesWhole() {
        Answer first = world.first();
        Duration limit = world.exchanges().get(0).took().plus(SLACK);
        for (int i = 1; i < MOST_REPLAYS && world.newest().exchange().took().compareTo(limit) >= 0; i++) {
            world.send(world.call());
        }
        Exchange replay = world.newest().exchange();
        checks.that(
                "a replay ends within the time of the original",
                replay.reply().isPresent() && replay.took().compareTo(limit) < 0,
                "a whole answer within " + limit.toMillis() + " ms",
                replay.reply().isPresent()
                        ? "an answer after " + replay.took().toMillis() + " ms"
                        : "no answer: " + replay.failure(),
                World.repeat(replay));
        boolean redirected = world.last().status() >= 300 && world.last().status() < 400;
        checks.that("a replay does not redirect", !redirected, "no redirect", describe(world.last()), world.where());
        int size = world.last().body().length();
        checks.that(
                "a replay has about the size of the original",
                Math.abs(size - first.body().length())
                                <= Math.max(SLACK_CHARACTERS, first.body().length() / 2)
                        || replaying.isRefused(),
                first.body().length() + " characters or so",
                size + " characters",
                world.where());
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

    @Then("the readings are alike and none is a replay")
    public void readingsAreAlike() {
        List<Answer> readings =
                world.exchanges().stream().skip(1).map(World::answer).toList();
        Answer plain = readings.get(0);
        checks.that("reading needs no key", plain.isSuccessful(), "a success", describe(plain), world.where());
        for (Answer one : readings) {
            checks.equal(
                    "a key changes nothing about the status of a reading", plain.status(), one.status(), world.where());
            checks.equal("a key changes nothing about the body of a reading", plain.body(), one.body(), world.where());
            if (reading.marks()) {
                checks.equal(
                        "a key leaves no mark on a reading", reading.mark(plain), reading.mark(one), world.where());
            }
        }
    }

    private void mustSucceed(World.Sent sent) {
        mustSucceed(sent, sent.served());
    }

    private void mustSucceed(World.Sent sent, Answer answer) {
        Integer replayed = contract.replay() == null ? null : contract.replay().status();
        checks.that(
                "the answer is a success",
                Calls.succeeded(sent.call().operation(), answer) || Objects.equals(replayed, answer.status()),
                "a success",
                describe(answer),
                World.repeat(sent.exchange()));
    }

    private void mustBeNew(World.Sent sent) {
        checks.that(
                "the answer is not a replay",
                !reading.isReplay(sent.answer()),
                "a first answer",
                "a replay",
                World.repeat(sent.exchange()));
    }

    private void mustBeMarked(World.Sent sent) {
        if (reading.marks()) {
            Marker marker = reading.marker();
            checks.that(
                    "the answer is marked as a replay",
                    reading.isReplay(sent.answer()),
                    marker.place() + ": " + marker.replay(),
                    reading.mark(sent.answer()),
                    World.repeat(sent.exchange()));
        }
    }

    static String describe(Answer answer) {
        return answer.status() + " " + answer.body();
    }
}
