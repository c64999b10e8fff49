package dev.samekey.steps.judge.definitions;

import com.fasterxml.jackson.core.JsonPointer;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.expect.Fresh;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.expect.Responses;
import dev.samekey.steps.judge.words.Likeness;
import dev.samekey.steps.judge.words.Part;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import java.time.Duration;
import java.util.List;

/** What a response must be: the first one again, or that of a new operation. */
public final class ResponseSteps {

    private final World world;
    private final Checks checks;
    private final Effects effects;
    private final RaceRounds raceRounds;
    private final Reading reading;
    private final Replaying replaying;
    private final Responses responses;

    public ResponseSteps(World world, Contract contract, Checks checks, Effects effects, RaceRounds raceRounds) {
        this.world = world;
        this.checks = checks;
        this.effects = effects;
        this.raceRounds = raceRounds;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
        this.responses = new Responses(world, contract, checks, effects);
    }

    @Then("the response is {likeness}")
    public void isLike(Likeness likeness) {
        Attempt newest = world.newest();
        switch (likeness) {
            case SAME -> mustBeTheFirst(newest);
            case SAME_AND_NOT_NEW -> {
                mustBeTheFirst(newest);
                // Where an empty body tells nothing, the mark must tell that it is no new one.
                if (newest.answer().body().isEmpty()) {
                    replaying.marked(newest);
                }
            }
            case SUCCESS -> {
                responses.mustSucceed(newest);
                responses.mustTellItsResult(newest);
            }
            case SAME_AS_BEFORE ->
                replaying.sameAsBefore(world.firstAttempt(), world.attempts(Purpose.DUPLICATE), effects.hasRestarted());
            case NEW -> responses.mustBeNew(newest);
            case WITHOUT_OLD_CREDENTIALS -> mustBringBackNo(Fresh.CREDENTIALS);
            case WITHOUT_OLD_REQUEST_ID -> mustBringBackNo(Fresh.REQUEST_ID);
            case NO_REPLAY -> responses.mustBeNoReplay(newest);
            case DUE_TO_EXPIRED_KEY ->
                responses.mustBeDueToAnExpiredKey(
                        world.attempts(Purpose.DUPLICATE, Purpose.OTHER_PAYLOAD, Purpose.CORRECTED));
            case DUE_TO_OTHER_ROUTE -> {
                responses.mustBeDueToAnotherRoute(newest);
                world.attempts(Purpose.DUPLICATE).forEach(responses::mustMeanSomethingOnItsOwnRoute);
            }
            default -> throw new IllegalStateException("one response cannot be «" + likeness.words() + "»");
        }
    }

    private void mustBringBackNo(Fresh fresh) {
        replaying.withoutOld(fresh, world.firstAttempt(), world.the(Purpose.CONTROL), world.the(Purpose.DUPLICATE));
    }

    @Then("every response is {likeness}")
    public void allAreLike(Likeness likeness) {
        switch (likeness) {
            case SAME -> world.later().forEach(this::mustBeTheFirst);
            case SAME_AND_MARKED_ALIKE -> {
                world.later().forEach(this::mustBeTheFirst);
                replaying.markedAlike(world.attempts(Purpose.DUPLICATE));
            }
            case SUCCESS -> responses.mustAllSucceed();
            case SAME_RESULT -> world.later().forEach(again -> replaying.sameId(world.firstAttempt(), again));
            case OWN_RESULT -> responses.mustHaveResultsOfTheirOwn();
            case MARKED -> replaying.markedAsWhatTheyAre(world.firstAttempt(), world.newest(), world.where());
            case IN_TIME -> responses.mustBeInTime();
            case ACCEPTED -> {
                world.attempts(Purpose.OTHER).forEach(responses::mustBeAccepted);
                responses.mustCount(world.attempts(Purpose.DUPLICATE));
                responses.mustBeKnownAsUsed(world.attempts(Purpose.CONTROL), world.attempts(Purpose.OTHER));
            }
            case DUE_TO_EXPIRED_KEY -> {
                responses.mustBeDueToAnExpiredKey(raceRounds.newest());
                raceRounds.mustBeContended();
            }
            case OF_THE_WINNER ->
                responses.mustBeThatOfTheWinner(raceRounds.newest().round());
            default -> throw new IllegalStateException("not every response can be «" + likeness.words() + "»");
        }
    }

    @Then("the response has the {part} of the first")
    public void has(Part part) {
        Attempt newest = world.newest();
        switch (part) {
            case STATUS -> replaying.status(operation(), world.first(), newest.answer(), world.where());
            case BODY -> replaying.body(operation(), world.first(), newest.answer(), world.where());
            case METADATA -> replaying.metadata(world.firstAttempt(), newest);
        }
    }

    @Then("only the last response is a success")
    public void onlyTheLastIsASuccess() {
        Attempt newest = world.newest();
        boolean failedBefore = !world.interrupted().isEmpty() || newest.purpose() != Purpose.FIRST;
        if (!failedBefore && newest.isSuccessful()) {
            throw Judgement.inconclusive("the first request did not fail, so nothing was seen");
        }
        // The first failure once more is what the clause forbids, and no bad moment of the target.
        boolean same = newest.answer().status() == world.first().status();
        responses.mustSucceed(newest, same ? newest.answer() : newest.served());
    }

    @Then("the first response is new and the second is its replay")
    public void areNewAndReplayed() {
        for (Attempt attempt : world.attempts()) {
            checks.that(
                    "request for " + operation().withArticle() + " with the marks of a replay",
                    attempt.exchange().reply().isPresent(),
                    "a response",
                    attempt.described(),
                    attempt.repeat());
        }
        responses.mustSucceed(world.firstAttempt());
        responses.mustBeFirst(world.firstAttempt());
        Attempt second = world.the(Purpose.DUPLICATE);
        mustBeTheFirst(second);
        replaying.marked(second);
    }

    /** What was slow is not done again. On a busy machine one replay may be late, but not each of them. */
    @Then("a replay takes less than half the time of the first response")
    public void isFast() {
        Duration first = world.firstAttempt().exchange().lasted();
        List<Attempt> replays = world.attempts(Purpose.DUPLICATE);
        Attempt fastest = Responses.fastest(replays);
        checks.faster(
                "fastest of " + replays.size() + " replays of a slow "
                        + operation().name(),
                first.dividedBy(2),
                replays.stream().map(Attempt::exchange).map(Exchange::toItsEnd).toList(),
                "less than half of the " + first.toMillis() + " ms of the first response",
                fastest.exchange().lasted().toMillis() + " ms",
                fastest.repeat());
    }

    @Then("all readings are the same and none is a replay")
    public void areTheSameReadings() {
        List<Attempt> readings = world.attempts(Purpose.READING);
        Attempt last = readings.get(readings.size() - 1);
        for (Attempt without : List.of(readings.get(0), last)) {
            checks.that(
                    "reading " + operation().withArticle() + " without a key",
                    without.answer().isSuccessful(),
                    "a success",
                    without.described(),
                    without.repeat());
        }
        Answer plain = readings.get(0).answer();
        // The time, or an id of the request, is another one each time.
        List<JsonPointer> varying = Reading.differences(plain, last.answer());
        if (!reading.saysTheSame(plain, last.answer(), varying)) {
            throw Judgement.notChecked("read: " + operation().withArticle()
                    + " reads differently each time, so an old response to a reading could not be told from a new one");
        }
        for (Attempt keyed : readings.subList(1, readings.size() - 1)) {
            String subject = "of reading " + operation().withArticle() + " with a key";
            checks.equal("status " + subject, plain.status(), keyed.answer().status(), keyed.repeat());
            checks.that(
                    "body " + subject,
                    reading.saysTheSame(plain, keyed.answer(), varying),
                    plain.body(),
                    keyed.answer().body(),
                    keyed.repeat());
            if (reading.marks()) {
                checks.equal(
                        "replay mark " + subject, reading.mark(plain), reading.mark(keyed.answer()), keyed.repeat());
            }
        }
        mustHaveChanged(plain, varying);
    }

    /** Readings that do not show the change may be those that were kept before it. */
    private void mustHaveChanged(Answer plain, List<JsonPointer> varying) {
        for (Attempt earlier : world.attempts(Purpose.EARLIER_READING)) {
            if (reading.saysTheSame(earlier.answer(), plain, varying)) {
                throw Judgement.notChecked("read: " + operation().withArticle()
                        + " reads the same before and after its result changed, so an old response to a reading could not be told"
                        + " from a new one");
            }
        }
    }

    private void mustBeTheFirst(Attempt again) {
        replaying.same(world.firstAttempt(), again, effects.hasRestarted());
    }

    private Operation operation() {
        return world.call().operation();
    }
}
