package dev.samekey.steps.judge.expect;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Round;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.RaceRounds;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.SharedAssertion;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** What a response is compared with: the first one, a success, a new result, or what the contract says. */
public final class Responses {
    /** A replay that is slower than its original by more than this is not in time. */
    private static final Duration SLACK = Duration.ofSeconds(2);

    private static final int SLACK_CHARACTERS = 200;
    private static final int ACCEPTED = 202;
    private static final Set<Integer> UNKNOWN = Set.of(404, 410);

    /** So long after its response a result can be read at the latest. */
    private static final Duration READABLE = Duration.ofSeconds(10);

    private static final Duration PAUSE = Duration.ofMillis(500);
    private static final String PUT = "PUT";

    private final World world;
    private final Contract contract;
    private final Checks checks;
    private final Effects effects;
    private final Reading reading;
    private final Replaying replaying;

    public Responses(World world, Contract contract, Checks checks, Effects effects) {
        this.world = world;
        this.contract = contract;
        this.checks = checks;
        this.effects = effects;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
    }

    private Operation operation() {
        return world.call().operation();
    }

    /** Where the contract refuses what it has done before, the first success under a key is the only one. */
    public void mustAllSucceed() {
        boolean done = false;
        for (Attempt attempt : world.attempts()) {
            boolean mayBeRefused = done && operation().role().isKeyed() && replaying.isRefused();
            if (!mayBeRefused || attempt.purpose() != Purpose.DUPLICATE) {
                // Another service that is in trouble is no excuse here, but for one that a busy machine made late.
                checks.busy().requireServed(attempt.exchange());
                mustSucceed(attempt, attempt.answer());
            }
            done |= attempt.isSuccessful();
        }
    }

    public void mustBeNew(Attempt attempt) {
        mustSucceed(attempt);
        JsonNode first = world.firstId();
        JsonNode id = Calls.id(operation(), attempt.answer());
        checks.shown(otherId(attempt.answer()))
                .that(
                        "id of the new " + operation().name(),
                        !first.equals(id),
                        "another one than " + first,
                        "the same",
                        attempt.repeat());
    }

    public void mustHaveResultsOfTheirOwn() {
        List<Attempt> attempts = world.attempts();
        attempts.forEach(this::mustSucceed);
        if (operation().id() == null) {
            attempts.forEach(one -> checks.that(
                    "response to a new " + one.call().name(),
                    !reading.isMarkedUnlike(attempts.get(0).answer(), one.answer()),
                    "a first response",
                    "a replay",
                    one.repeat()));
        } else {
            List<JsonNode> ids = attempts.stream()
                    .map(one -> Calls.id(operation(), one.answer()))
                    .toList();
            checks.equal("ids of " + ids.size() + " operations", ids.size(), (int)
                    ids.stream().distinct().count());
        }
    }

    /** What was executed under an expired key is its outcome from now on. */
    public void mustBeDueToAnExpiredKey(List<Attempt> attempts) {
        Attempt newest = attempts.get(0);
        mustBeDueToAnExpiredKey(newest);
        for (Attempt attempt : attempts.subList(1, attempts.size())) {
            if (contract.expired() != Contract.Expired.EXECUTE) {
                mustBeDueToAnExpiredKey(attempt);
            } else if (!replaying.isRefused()) {
                checks.equal(
                        "id in the replay of " + operation().withArticle() + " under a key that had expired",
                        Calls.id(operation(), newest.answer()),
                        Calls.id(operation(), attempt.answer()),
                        attempt.repeat());
            }
        }
    }

    /** One of them has an effect of its own, or none has. */
    public void mustBeDueToAnExpiredKey(RaceRounds.Heat heat) {
        boolean isNew = expired() == Contract.Expired.EXECUTE;
        if (isNew) {
            mustFit();
        }
        if (isNew && heat.round().isUnheard()) {
            throw Judgement.inconclusive(
                    "no request under the expired key succeeded",
                    new Fact("responses", heat.round().table()));
        }
        effects.check(
                "effects of " + operation().withArticle() + " and of " + heat.described() + " that had expired",
                world.call(),
                world.senders(),
                isNew ? 2 : 1);
    }

    /** Where no second one fits, the business refuses what the expired key would let through. */
    private void mustFit() {
        if (Calls.isOnlyOne(operation())) {
            throw Judgement.notApplicable("only one " + operation().name() + " fits, under whatever key");
        }
        if (operation().namesWhatItMakes()) {
            throw Judgement.notApplicable("the path names the " + operation().name()
                    + ", so that the same request makes no second one, under whatever key");
        }
    }

    private Contract.Expired expired() {
        Contract.Expired policy = contract.expired();
        if (policy == null) {
            throw Judgement.notChecked(
                    "expired: the contract does not say what happens to a request with an expired key");
        }
        return policy;
    }

    /** Of one that lives for another time than results do, so that what the contract says of expired keys is not about it. */
    private boolean isOfARefusal() {
        Contract.Lifetime lifetime = contract.lifetime();
        return lifetime != null && lifetime.refused() != null && world.first().isRefusal();
    }

    /** What makes nothing new shows by the mark alone whether it was executed again. */
    public void mustBeNoReplay(Attempt attempt) {
        if (expired() == Contract.Expired.REJECT) {
            mustBeDueToAnExpiredKey(attempt);
            return;
        }
        checks.shown(noReplay(attempt.answer()))
                .that(
                        "response to " + operation().withArticle() + " under a key that had expired",
                        !reading.isMarkedUnlike(world.first(), attempt.answer()),
                        "no replay",
                        attempt.described(),
                        attempt.repeat());
    }

    /** Where the contract rejects it, another payload is refused for two reasons, and either may be the one that is named. */
    private void mustBeDueToAnExpiredKey(Attempt attempt) {
        Contract.Expired policy = expired();
        if (policy == Contract.Expired.EXECUTE || isOfARefusal()) {
            mustFit();
            mustBeNew(attempt);
            return;
        }
        Refusal refusal = reading.refusal(Reason.EXPIRED_KEY);
        checks.shown(Sign.refused(attempt.answer(), refusal))
                .that(
                        "request for " + operation().withArticle() + " under an expired key",
                        reading.is(refusal, attempt.answer())
                                || (attempt.purpose() != Purpose.DUPLICATE && reading.isMismatch(attempt.answer())),
                        refusal.toString(),
                        attempt.described(),
                        attempt.repeat());
    }

    public void mustBeDueToAnotherRoute(Attempt attempt) {
        List<Contract.Scope> scope = contract.scope();
        if (scope == null) {
            throw Judgement.notChecked("scope: the contract does not say what a key is scoped by");
        }
        Answer answer = attempt.served();
        String subject = "response to " + attempt.call().operation().withArticle() + " under the key of "
                + operation().withArticle();
        checks.shown(noReplay(answer))
                .that(
                        subject,
                        !reading.isMarkedUnlike(world.first(), answer)
                                && (answer.body().isEmpty()
                                        || !answer.body().equals(world.first().body())),
                        "no replay",
                        answer.described(),
                        attempt.repeat());
        // A payload that was made for another operation, or for another parent, may be refused.
        boolean isItsOwn = !Objects.equals(
                attempt.call().request().body(), world.call().request().body());
        boolean mustSucceed = isItsOwn && scope.contains(Contract.Scope.ROUTE);
        checks.that(
                subject,
                answer.isSuccessful() || (answer.isRefusal() && !mustSucceed),
                mustSucceed ? "a success" : "a success or a refusal",
                answer.described(),
                attempt.repeat());
        mustHaveWhatItSays(subject, attempt);
    }

    /** Where a key means nothing on its own route, nothing shows that it means nothing on another. */
    public void mustMeanSomethingOnItsOwnRoute(Attempt repeated) {
        Answer answer = repeated.answer();
        if (answer.isSuccessful() && !replaying.isPossible(operation(), world.first(), answer)) {
            throw Judgement.notChecked("replay: the " + operation().name() + " that was sent again got no replay but "
                    + repeated.described() + ", so nothing shows where its key counts");
        }
    }

    /** A success that was the other route's would have no effect of its own. What is only accepted may have it later. */
    private void mustHaveWhatItSays(String subject, Attempt attempt) {
        Answer answer = attempt.answer();
        // What puts what is there already may change nothing (RFC 9110, section 9.2.2).
        boolean mayBeDone = answer.isSuccessful()
                && PUT.equals(attempt.call().operation().request().method());
        if (answer.status() != ACCEPTED && !mayBeDone) {
            effects.checkMore(
                    "effects of the " + subject, attempt.call(), world.senders(), answer.isSuccessful() ? 1 : 0);
        }
    }

    /** A response that is cut off, redirects or has another length is a break each time. One that is late may be late on a busy machine. */
    public void mustBeInTime() {
        Attempt first = world.firstAttempt();
        Duration limit = first.exchange().took().plus(SLACK);
        List<Attempt> replays = world.attempts(Purpose.DUPLICATE);
        for (Attempt replay : replays) {
            boolean cutOff = replay.exchange().reply().isEmpty()
                    && replay.exchange().took().compareTo(limit) < 0;
            checks.that(
                    "replay of " + operation().withArticle(),
                    !cutOff,
                    "a complete response",
                    replay.described(),
                    replay.repeat());
            checks.that(
                    "replay of " + operation().withArticle(),
                    replay.exchange()
                            .reply()
                            .filter(answer -> answer.status() >= 300 && answer.status() < 400)
                            .isEmpty(),
                    "no redirect",
                    replay.described(),
                    replay.repeat());
        }
        Attempt fastest = fastest(replays);
        checks.faster(
                "fastest of " + replays.size() + " replays of " + operation().withArticle(),
                limit,
                replays.stream().map(Attempt::exchange).toList(),
                "a complete response within " + limit.toMillis() + " ms",
                "none within " + fastest.exchange().took().toMillis() + " ms",
                fastest.repeat());
        if (isNoReplay(fastest.answer())) {
            throw Judgement.notChecked("replay: the repeated " + operation().name() + " got no replay but "
                    + fastest.answer().status() + ", so there was none to look at");
        }
        replays.forEach(this::mustBeAsLong);
    }

    private boolean isNoReplay(Answer answer) {
        return answer.status() >= 400 && world.firstAttempt().isSuccessful() && !replaying.isRefused();
    }

    private void mustBeAsLong(Attempt attempt) {
        int wanted = world.first().body().length();
        attempt.exchange()
                .reply()
                .filter(answer -> !isNoReplay(answer) && !replaying.isRefused())
                .ifPresent(replay -> {
                    int size = replay.body().length();
                    checks.that(
                            "length of the replay of " + operation().withArticle(),
                            Math.abs(size - wanted) <= Math.max(SLACK_CHARACTERS, wanted / 2),
                            "about " + wanted + " characters",
                            size + " characters",
                            attempt.repeat());
                });
    }

    public static Attempt fastest(List<Attempt> attempts) {
        return attempts.stream()
                .min(Comparator.comparing(one -> one.exchange().took()))
                .orElseThrow(() -> new IllegalStateException("no step has sent a duplicate"));
    }

    public void mustBeAccepted(Attempt attempt) {
        Answer answer = attempt.served();
        checks.shown(Sign.success(answer))
                .that(
                        operation().name() + " under the legal key «"
                                + attempt.call().key() + "»",
                        Calls.succeeded(attempt.call().operation(), answer),
                        "a success",
                        answer.described(),
                        attempt.repeat());
    }

    /**
     * Of a length whose keys may all have been used before, only an answer that says so shows that it is legal.
     *
     * @param used those whose keys may have been used before
     * @param others those with keys that were not
     */
    public void mustBeKnownAsUsed(List<Attempt> used, List<Attempt> others) {
        used.stream()
                .filter(one -> Stream.concat(
                                others.stream(), used.stream().filter(other -> reading.isOfAUsedKey(other.answer())))
                        .noneMatch(other -> length(other) == length(one)))
                .findFirst()
                .ifPresent(one -> {
                    throw Judgement.inconclusive("the key «" + one.call().key()
                            + "» is so short that somebody may have used it before, and the contract does not say how another"
                            + " payload is refused: " + one.answer().described());
                });
    }

    private static int length(Attempt attempt) {
        return String.valueOf(attempt.call().key()).length();
    }

    /** The repeats under several keys. Where the usual key, which comes first, does not count either, other clauses say so. */
    public void mustCount(List<Attempt> repeats) {
        if (operation().id() == null || !operation().role().makesNew() || repeats.isEmpty() || isNew(repeats.get(0))) {
            return;
        }
        for (Attempt repeat : repeats) {
            checks.shown(sameIdAs(repeat))
                    .that(
                            "repeated " + operation().name() + " under the legal key «"
                                    + repeat.call().key() + "»",
                            !isNew(repeat),
                            "no new result",
                            repeat.described(),
                            repeat.repeat());
        }
    }

    /** Whether it has another result than the first request of its call. */
    private boolean isNew(Attempt repeat) {
        return repeat.isSuccessful()
                && world.attempts(Purpose.OTHER).stream()
                        .filter(first ->
                                first.call().unique().equals(repeat.call().unique()))
                        .noneMatch(first ->
                                Calls.id(operation(), first.answer()).equals(Calls.id(operation(), repeat.answer())));
    }

    public void mustBeThatOfTheWinner(Round round) {
        Answer winner = new Winners(reading)
                .of(operation(), round).stream()
                        .findFirst()
                        .orElseThrow(() -> Judgement.inconclusive("no request won the race"));
        for (Attempt attempt : world.attempts()) {
            checks.on(replaying.pointOf(winner, attempt.answer()))
                    .that(
                            "response to a loser of a race for " + operation().withArticle() + " that retries",
                            attempt.answer().equals(winner)
                                    || replaying.isOutcome(operation(), winner, attempt.answer()),
                            winner.described(),
                            attempt.described(),
                            attempt.repeat());
        }
    }

    public void mustSucceed(Attempt attempt) {
        mustSucceed(attempt, attempt.served());
    }

    public void mustSucceed(Attempt attempt, Answer answer) {
        // Another 2xx than the operation's own is a matter of the status.
        SharedAssertion point = answer.isSuccessful() ? SharedAssertion.STATUS : null;
        Integer replayed = contract.replay() == null ? null : contract.replay().status();
        checks.on(point)
                .shown(Sign.success(answer))
                .that(
                        "request for " + attempt.call().operation().withArticle(),
                        Calls.succeeded(attempt.call().operation(), answer)
                                || isAcknowledged(attempt, answer)
                                || Objects.equals(replayed, answer.status())
                                || isRefusedAfterItsSuccess(attempt, answer),
                        "success",
                        answer.described(),
                        attempt.repeat());
        if (!world.interrupted().isEmpty()) {
            mustBeWhole(attempt, answer);
            world.lookAtTheResult(attempt)
                    .ifPresent(look -> mustBeThere(attempt.call().operation(), look));
        }
    }

    /** RPL-9: where the first response was no success, or was lost, this success tells the caller what was made. */
    public void mustTellItsResult(Attempt attempt) {
        if (!world.firstAttempt().isSuccessful()) {
            mustBeWhole(attempt, attempt.answer());
        }
    }

    /**
     * The first success that a caller gets has the result that other successes have: without it the operation is done, and its
     * caller knows nothing of it. A contract that says nothing of replays does not say what they have.
     */
    public void mustBeWhole(Attempt attempt, Answer answer) {
        Operation operation = attempt.call().operation();
        if (answer.isSuccessful() && contract.replay() != null && !reading.isRefusedRepeat(answer)) {
            Optional<String> wrong = Calls.unusable(operation, answer);
            checks.on(SharedAssertion.BODY)
                    .that(
                            "first success that the caller of " + operation.withArticle() + " gets",
                            wrong.isEmpty(),
                            "the result",
                            wrong.map(what -> "one that " + what + ": ").orElse("") + answer.described(),
                            attempt.repeat());
        }
    }

    /** An id that nothing has was made up for the response. */
    private void mustBeThere(Operation operation, Call look) {
        Duration within = operation.effectsWithin();
        Exchange read = checks.machine()
                .until(
                        "the result of " + operation.withArticle(),
                        within == null || within.compareTo(READABLE) < 0 ? READABLE : within,
                        PAUSE,
                        () -> world.look(look),
                        seen -> !isUnknown(seen))
                .value();
        checks.that(
                "result of " + operation.withArticle() + " that a crash interrupted, read under the id of its response",
                !isUnknown(read),
                "there",
                read.reply().map(Answer::described).orElse("no response"),
                World.repeat(read));
    }

    private static boolean isUnknown(Exchange read) {
        return read.reply().filter(answer -> UNKNOWN.contains(answer.status())).isPresent();
    }

    /** EVT-2: a producer takes any 2xx for an acknowledgement, so a duplicate need not have the status of the first delivery. */
    private static boolean isAcknowledged(Attempt attempt, Answer answer) {
        return attempt.call().operation().role() == Role.EVENT && answer.isSuccessful();
    }

    /** Where the contract refuses repeats, that is the answer to what has succeeded. */
    private boolean isRefusedAfterItsSuccess(Attempt attempt, Answer answer) {
        return attempt.purpose() == Purpose.DUPLICATE
                && reading.isRefusedRepeat(answer)
                && world.attempts(Purpose.FIRST, Purpose.DUPLICATE).stream()
                        .filter(one -> one.call().equals(attempt.call()))
                        .anyMatch(one -> one.exchange()
                                .reply()
                                .filter(reply -> Calls.succeeded(attempt.call().operation(), reply))
                                .isPresent());
    }

    /** Such that it makes no replay: the mark says so where there is one, and else the id. */
    private Sign noReplay(Answer answer) {
        return reading.marks() ? Sign.marked(answer, reading.marker(), false) : otherId(answer);
    }

    private Sign otherId(Answer answer) {
        String id = operation().id();
        return id == null ? Sign.success(answer) : Sign.sameId(answer, world.first(), id, false);
    }

    /** The same as the first request under its own key. */
    private Sign sameIdAs(Attempt repeat) {
        Answer first = world.attempts().stream()
                .filter(one -> Objects.equals(one.call().key(), repeat.call().key()))
                .findFirst()
                .orElse(repeat)
                .answer();
        return Sign.sameId(repeat.answer(), first, String.valueOf(operation().id()), true);
    }

    public void mustBeFirst(Attempt attempt) {
        checks.shown(Sign.marked(attempt.answer(), reading.marker(), false))
                .that(
                        "response to a new " + attempt.call().name(),
                        !reading.isMarked(attempt.answer()),
                        "a first response",
                        "a replay",
                        attempt.repeat());
    }
}
