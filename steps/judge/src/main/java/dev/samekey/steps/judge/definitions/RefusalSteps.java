package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.expect.BodyDifference;
import dev.samekey.steps.judge.expect.Disclosure;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.words.Denial;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentScenario;
import dev.samekey.steps.judge.world.OtherParts;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.Sign;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.contract.Refusal;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.SharedAssertion;
import io.cucumber.java.en.Then;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;

/** How an API must say no, and what it must keep to itself. */
public final class RefusalSteps {
    private static final int BAD_REQUEST = 400;

    /** RFC 9110, sections 15.5.2 and 15.5.4. */
    private static final Set<Integer> CREDENTIALS = Set.of(401, 403);

    private final World world;
    private final Contract contract;
    private final InProgress inProgress;
    private final Checks checks;
    private final Reading reading;
    private final Replaying replaying;
    private final CurrentScenario scenario;

    public RefusalSteps(
            World world, Contract contract, InProgress inProgress, Checks checks, CurrentScenario scenario) {
        this.scenario = scenario;
        this.world = world;
        this.contract = contract;
        this.inProgress = inProgress;
        this.checks = checks;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
    }

    @Then("the/each request is refused for {denial}")
    public void isRefused(Denial denial) {
        List<Attempt> changed = world.attempts(Purpose.OTHER, Purpose.OTHER_PAYLOAD);
        List<Attempt> refused = changed.isEmpty() ? List.of(world.newest()) : changed;
        switch (denial) {
            case MISSING_KEY -> refused.forEach(one -> must(Reason.MISSING_KEY, one));
            case MALFORMED_KEY -> refused.forEach(this::mustBeMalformed);
            case TWO_KEYS -> refused.forEach(this::mustBeRefusedForTwoKeys);
            case PAYLOAD_MISMATCH -> {
                refused.forEach(one -> mustBeAMismatch(one, refused.get(0)));
                mustTellApart();
            }
            case MISMATCH_OR_IN_PROGRESS -> {
                inProgress.requireMet(refused);
                inProgress.requireSuccess();
                refused.forEach(this::mustBeAMismatchOrInProgress);
                inProgress.requireArrived(refused, reading::hasMetInProgress);
                inProgress.mustHaveBeenMetAtItsEnd();
                refused.forEach(one -> reading.requireTold(one.answer(), Reason.PAYLOAD_MISMATCH, Reason.IN_PROGRESS));
            }
            case RATE_LIMIT -> refused.forEach(one -> must(Reason.RATE_LIMITED, one));
            case UNAVAILABLE -> refused.forEach(this::mustBeUnavailable);
            case STALE -> refused.forEach(one -> must(Reason.STALE, one));
            case BEYOND_WHAT_IS_LEFT ->
                must(beyondWhatIsLeft(), world.newest(), world.newest().repeat());
            case NO_CREDENTIALS -> mustBeLikeAnyWithoutCredentials();
            case WRONG_CREDENTIALS -> mustSucceedWithItsOwnCredentials();
            case WRONG_SIGNATURE -> refused.forEach(one -> mustBeA4xx("event with a wrong signature", one));
            case MISSING_ID -> mustBeWithoutId(world.newest());
        }
    }

    private Operation operation() {
        return world.call().operation();
    }

    /** EVT-12: 400, or the refusal of invalid values that the contract states. */
    private void mustBeWithoutId(Attempt attempt) {
        if (contract.refusal(Reason.INVALID) == null
                || !reading.is(reading.refusal(Reason.INVALID), attempt.answer())) {
            checks.equal(
                    "status of " + operation().withArticle() + " without an id",
                    BAD_REQUEST,
                    attempt.answer().status(),
                    world.where());
        }
    }

    private void must(Reason reason, Attempt attempt) {
        must(reading.refusal(reason), attempt, reading.facts(reason, attempt.answer(), attempt.repeat()));
    }

    /** Whether it is refused so; with which status is the matter of one clause alone. */
    private boolean isRefused(Reason reason, String clause, Attempt attempt) {
        Refusal refusal = reading.refusal(reason);
        return isAbout(clause)
                ? reading.is(refusal, attempt.answer())
                : reading.isInSubstance(refusal, attempt.answer());
    }

    private boolean isAbout(String clause) {
        return scenario.clause().equals(clause);
    }

    /** Of another code nobody knows whether the business has refused the value. */
    private boolean isOfOneCode(Answer first, Answer other) {
        return reading.hasMetAnotherPayload(other) && reading.code(first).equals(reading.code(other));
    }

    /** ERR-3 is about 429 and 503: where the contract has a refusal of its own for a timeout, that one is no 503. */
    private void mustBeUnavailable(Attempt attempt) {
        if (contract.refusal(Reason.TIMEOUT) != null && reading.is(reading.refusal(Reason.TIMEOUT), attempt.answer())) {
            throw Judgement.notApplicable(operation().withArticle()
                    + " whose dependency is unavailable is refused for a timeout, as the contract says");
        }
        must(Reason.UNAVAILABLE, attempt);
    }

    private void must(Refusal refusal, Attempt attempt, Fact... facts) {
        checks.shown(Sign.refused(attempt.answer(), refusal))
                .that(
                        "request for " + operation().withArticle(),
                        reading.is(refusal, attempt.answer()),
                        refusal.toString(),
                        attempt.described(),
                        facts);
    }

    /** An empty key is as good as none; KEY-3, KEY-10: a malformed one is refused also where the contract does not say how. */
    private void mustBeMalformed(Attempt attempt) {
        if (contract.refusal(Reason.MALFORMED_KEY) == null) {
            mustBeA4xx("request for " + operation().withArticle() + " under a malformed key", attempt);
            return;
        }
        Refusal malformed = reading.refusal(Reason.MALFORMED_KEY);
        boolean isBlank = String.valueOf(attempt.call().key()).isBlank();
        checks.shown(Sign.refused(attempt.answer(), malformed))
                .that(
                        "request for " + operation().withArticle() + " under the key «"
                                + attempt.call().key() + "»",
                        isRefused(Reason.MALFORMED_KEY, "KEY-3", attempt)
                                || (isBlank
                                        && contract.refusal(Reason.MISSING_KEY) != null
                                        && reading.is(reading.refusal(Reason.MISSING_KEY), attempt.answer())),
                        malformed.toString(),
                        attempt.described(),
                        reading.facts(Reason.MALFORMED_KEY, attempt.answer(), attempt.repeat()));
    }

    /** Two lines of a header are one value (RFC 9110, section 5.3): an API may take it for one key, if the contract lets it. */
    private void mustBeRefusedForTwoKeys(Attempt attempt) {
        if (contract.key().refusesTwo()) {
            mustBeMalformed(attempt);
        } else if (attempt.answer().isSuccessful()) {
            throw Judgement.notApplicable(
                    "key.repeated: the contract does not say that two keys are refused, and the API takes them for one");
        } else {
            mustBeA4xx("request for " + operation().withArticle() + " under two keys", attempt);
        }
    }

    @Then("neither key was used up")
    public void neitherKeyWasUsedUp() {
        if (operation().id() == null && !reading.marks()) {
            throw Judgement.notChecked(
                    "id: the target file names no «id» for " + operation().name());
        }
        Attempt both = world.firstAttempt();
        if (both.answer().isSuccessful() && Calls.isOnlyOne(operation())) {
            throw Judgement.notApplicable("only one " + operation().name() + " fits, under whatever key");
        }
        boolean mustSucceed = both.answer().isRefusal();
        for (Attempt alone : world.attempts(Purpose.OTHER)) {
            boolean isNew = mustSucceed ? Calls.succeeded(operation(), alone.served()) : !isUsedUp(both, alone);
            // Beside the first one, the business may refuse the second.
            mustSucceed = false;
            checks.that(
                    "request for " + operation().withArticle() + " under one of two keys that were sent together",
                    isNew,
                    "a new " + operation().name(),
                    alone.described(),
                    alone.repeat());
        }
        // A refusal of which nobody knows whether it is a mismatch.
        world.attempts(Purpose.OTHER).forEach(alone -> reading.requireTold(alone.answer(), Reason.PAYLOAD_MISMATCH));
    }

    private boolean isUsedUp(Attempt joined, Attempt single) {
        Answer both = joined.answer();
        Answer alone = single.answer();
        boolean isOfAnother = !joined.call().unique().equals(single.call().unique());
        boolean sameRefusal = both.isRefusal()
                && alone.status() == both.status()
                && reading.code(alone).equals(reading.code(both));
        return sameRefusal
                || (reading.knowsMismatch() && reading.isMismatch(alone))
                || (both.isSuccessful()
                        && (reading.isReplay(operation(), both, alone)
                                || (isOfAnother && isAboutTheSame(both, alone))));
    }

    private boolean isAboutTheSame(Answer one, Answer other) {
        return operation().id() != null
                && other.isSuccessful()
                && Calls.id(operation(), one).equals(Calls.id(operation(), other));
    }

    private void mustBeA4xx(String subject, Attempt attempt) {
        checks.shown(Sign.anyRefusal(attempt.answer()))
                .that(subject, attempt.answer().isRefusal(), "a 4xx response", attempt.described(), attempt.repeat());
    }

    /** @param first its payload is the one that MIS-1 judges; what is refused with its code is refused for its reason */
    private void mustBeAMismatch(Attempt attempt, Attempt first) {
        if (contract.mismatch() == Contract.Mismatch.REPLAY) {
            // Such a contract does as if it were the first payload.
            replaying.body(operation(), world.first(), attempt.answer(), attempt.repeat());
            return;
        }
        Refusal refusal = reading.refusal(Reason.PAYLOAD_MISMATCH);
        if (isOfItsOwnRoute(world.firstAttempt(), attempt)) {
            throw ofItsOwnRoute();
        }
        checks.on(SharedAssertion.MISMATCH)
                .shown(Sign.refused(attempt.answer(), refusal))
                .that(
                        "another payload under the key of " + operation().withArticle(),
                        isRefused(Reason.PAYLOAD_MISMATCH, "MIS-1", attempt)
                                || (!isAbout("MIS-1") && isOfOneCode(first.answer(), attempt.answer())),
                        refusal.toString(),
                        attempt.described(),
                        reading.facts(Reason.PAYLOAD_MISMATCH, attempt.answer(), attempt.repeat()));
    }

    /** Where the unchanged request is taken for another payload too, nothing shows that the change was. */
    private void mustTellApart() {
        for (Attempt same : world.attempts(Purpose.DUPLICATE)) {
            if (reading.hasMetAnotherPayload(same.answer()) && !reading.isRefusedRepeat(same.answer())) {
                throw Judgement.notChecked(
                        "the unchanged request for " + operation().withArticle()
                                + " is refused as another payload too, so nothing shows that a change is seen");
            }
        }
    }

    /** A contract may say that it is not refused. */
    @Then("the response is as the contract says for {denial}")
    public void isAsTheContractSays(Denial denial) {
        isRefused(denial);
    }

    private void mustBeAMismatchOrInProgress(Attempt attempt) {
        if (isOfItsOwnRoute(world.firstAttempt(), attempt)) {
            throw ofItsOwnRoute();
        }
        checks.that(
                "another payload under the key of " + operation().withArticle() + " in progress",
                reading.hasMetAnotherPayload(attempt.answer()) || reading.hasMetInProgress(attempt.answer()),
                "a payload mismatch or in progress",
                attempt.described(),
                attempt.repeat());
    }

    private Refusal beyondWhatIsLeft() {
        Operation.Partial partial = operation().partial();
        Refusal refusal = partial == null ? null : partial.refusal();
        if (refusal == null) {
            throw Judgement.notChecked("partial.refusal: the target file does not say how too much is refused");
        }
        return refusal;
    }

    private void mustBeLikeAnyWithoutCredentials() {
        Answer control = world.the(Purpose.CONTROL).answer();
        if (control.isSuccessful()) {
            throw Judgement.notApplicable("the API serves callers without credentials");
        }
        if (!isForCredentials(control)) {
            throw Judgement.inconclusive(
                    "a caller without credentials is refused with " + control.status()
                            + ", which may be for another reason; if it is for that, say so in «refusals.unauthenticated» of the"
                            + " contract",
                    new Fact("actual", control.described()));
        }
        checks.equal(
                "status for a caller without credentials who knows the key of "
                        + operation().withArticle(),
                control.status(),
                world.last().status(),
                world.where());
    }

    private void mustSucceedWithItsOwnCredentials() {
        List<Attempt> strangers = world.attempts(Purpose.OTHER);
        if (strangers.stream().anyMatch(Attempt::isSuccessful)) {
            throw Judgement.notApplicable("the API serves callers whose credentials are missing or wrong");
        }
        List<Attempt> refused =
                strangers.stream().filter(one -> isForCredentials(one.served())).toList();
        if (refused.isEmpty()) {
            throw Judgement.inconclusive(
                    "no request was refused for its credentials; if one was, say how in «refusals.unauthenticated» of the"
                            + " contract",
                    new Fact("actual", strangers.get(0).described()));
        }
        Attempt own = world.the(Purpose.CORRECTED);
        if (isForCredentials(own.served()) && !world.the(Purpose.CONTROL).isSuccessful()) {
            throw Judgement.inconclusive(
                    "after refused credentials the right ones are refused under a new key too, so the API may have locked"
                            + " the caller out",
                    new Fact("actual", own.described()));
        }
        checks.shown(Sign.success(own.answer()))
                .that(
                        "request for " + operation().withArticle() + " with its own credentials, after "
                                + refused.get(0).answer().status() + " for other ones under its key",
                        own.isSuccessful(),
                        "a success",
                        own.described(),
                        own.repeat());
    }

    private boolean isForCredentials(Answer answer) {
        return CREDENTIALS.contains(answer.status())
                || (contract.refusal(Reason.UNAUTHENTICATED) != null
                        && reading.is(reading.refusal(Reason.UNAUTHENTICATED), answer));
    }

    @Then("the/each invalid request is refused and its correction succeeds")
    public void isCorrected() {
        world.attempts(Purpose.FIRST)
                .forEach(invalid ->
                        mustBeA4xx("invalid request for " + operation().withArticle(), invalid));
        // What was refused as in progress has been sent again: the newest one counts.
        Map<String, Attempt> corrected = new LinkedHashMap<>();
        world.attempts(Purpose.CORRECTED)
                .forEach(attempt -> corrected.put(attempt.call().unique(), attempt));
        corrected.values().forEach(this::mustSucceed);
    }

    private void mustSucceed(Attempt corrected) {
        Answer answer = corrected.served();
        checks.shown(Sign.success(answer))
                .that(
                        "corrected request for " + operation().withArticle(),
                        answer.isSuccessful(),
                        "a success",
                        answer.described(),
                        corrected.repeat());
    }

    @Then("the refusal as stale is kept under its key, or not, as the contract says")
    public void isKeptOrNot() {
        Attempt stale = world.firstAttempt();
        if (!reading.is(reading.refusal(Reason.STALE), stale.answer())) {
            throw Judgement.inconclusive(
                    "the stale " + operation().name() + " was not refused, so no refusal can be kept",
                    new Fact("actual", stale.described()));
        }
        Contract.Stored stored = contract.stored();
        boolean isKept = stored != null && Boolean.TRUE.equals(stored.staleRefusals());
        Attempt current = world.the(Purpose.CORRECTED);
        Answer answer = current.served();
        checks.that(
                operation().withArticle() + " for the current version, under the key of one that was refused as stale",
                isKept ? answer.isRefusal() && !reading.isInProgress(answer) : Calls.succeeded(operation(), answer),
                isKept ? "a refusal" : "a success",
                current.described(),
                current.repeat());
    }

    /** A request, and the one before it under the same key, from which it differs. */
    private record Pair(Attempt first, Attempt other) {
        /** In what, outside the payload or in it. */
        String difference() {
            return OtherParts.difference(first.call().request(), other.call().request())
                    .or(() -> BodyDifference.described(
                            String.valueOf(first.call().request().body()),
                            String.valueOf(other.call().request().body())))
                    .orElse("another payload");
        }

        boolean isOfOnePayload() {
            return Objects.equals(
                    first.call().request().body(), other.call().request().body());
        }
    }

    @Then("no request is mistaken for another")
    public void isNotMistaken() {
        List<Attempt> attempts = world.attempts();
        List<Pair> pairs = IntStream.range(1, attempts.size())
                .filter(i -> attempts.get(i).purpose() == Purpose.OTHER_PAYLOAD)
                .mapToObj(i -> new Pair(attempts.get(i - 1), attempts.get(i)))
                .toList();
        List<Pair> judged = pairs.stream()
                .filter(pair -> !isOfItsOwnRoute(pair.first(), pair.other()))
                .toList();
        List<Pair> mistaken = judged.stream().filter(this::isMistaken).toList();
        judged.forEach(pair -> mustBeItsOwn(pair, mistaken));
        mustTellApart();
        if (judged.isEmpty() && !pairs.isEmpty()) {
            throw ofItsOwnRoute();
        }
        if (!pairs.isEmpty() && pairs.stream().noneMatch(pair -> pair.first().isSuccessful())) {
            throw Judgement.notChecked(
                    "the API accepts no payload of " + operation().withArticle()
                            + " that another one looks like, so nothing shows that it tells them apart");
        }
    }

    private boolean isMistaken(Pair pair) {
        return !pair.other().answer().isRefusal() || isReplay(pair);
    }

    private boolean isReplay(Pair pair) {
        return reading.isReplay(operation(), pair.first().answer(), pair.other().answer());
    }

    /** What else is mistaken is said with the first of them, for each may have a fault of its own. */
    private void mustBeItsOwn(Pair pair, List<Pair> mistaken) {
        List<Fact> facts = new ArrayList<>(List.of(pair.other().repeat()));
        mistaken.stream()
                .filter(one -> !one.equals(pair))
                .map(one -> new Fact("mistaken too", one.difference()))
                .forEach(facts::add);
        checks.that(
                pair.isOfOnePayload()
                        ? "request for " + operation().withArticle() + " with " + pair.difference()
                        : "payload of " + operation().withArticle() + " that only looks like the first ("
                                + pair.difference() + ")",
                !isMistaken(pair),
                pair.isOfOnePayload() ? "a refusal as another request under the key" : "a refusal of its own",
                (pair.isOfOnePayload() && isReplay(pair) ? "the replay of the first, " : "")
                        + pair.other().described(),
                facts.toArray(Fact[]::new));
    }

    /** Where a key is scoped by its route, an API may count the path and the query to the route: it is another key there. */
    private boolean isOfItsOwnRoute(Attempt first, Attempt other) {
        List<Contract.Scope> scope = contract.scope();
        Answer answer = other.answer();
        boolean isElsewhere =
                !first.call().request().path().equals(other.call().request().path());
        boolean isLikeTheFirst =
                !answer.body().isEmpty() && answer.body().equals(first.answer().body());
        return isElsewhere
                && (scope == null || scope.contains(Contract.Scope.ROUTE))
                && other.isSuccessful()
                && !isLikeTheFirst
                && !reading.isReplay(operation(), first.answer(), answer);
    }

    private Judgement ofItsOwnRoute() {
        return Judgement.notApplicable("a key is scoped by its route, and by the API another path or query of "
                + operation().withArticle() + " is another route");
    }

    @Then("the response reveals nothing of the first request")
    public void revealsNothing() {
        List<Attempt> strangers = world.attempts(Purpose.OTHER, Purpose.OTHER_PAYLOAD);
        Attempt newest = strangers.get(strangers.size() - 1);
        String subject = "response to another than the caller of " + operation().withArticle();
        checks.shown(noReplay(newest.answer()))
                .that(
                        subject,
                        !reading.isReplay(operation(), world.first(), newest.answer()),
                        "no replay",
                        reading.marks() ? reading.mark(newest.answer()) : "a replay",
                        newest.repeat());
        Disclosure secret = new Disclosure(world.firstAttempt(), newest, world.attempts(Purpose.CONTROL));
        String told = secret.in(newest.answer()).orElse("");
        checks.that(
                subject,
                told.isEmpty(),
                "nothing of the first request or its response, such as «" + told + "»",
                newest.described(),
                newest.repeat());
        world.attempts(Purpose.UNKNOWN_KEY).forEach(unknown -> mustBeRefusedAlike(unknown, newest));
    }

    private Sign noReplay(Answer answer) {
        String id = operation().id();
        return id == null
                ? Sign.marked(answer, reading.marker(), false)
                : Sign.sameId(answer, world.first(), id, false);
    }

    /** Who is refused because of the key learns that it exists. */
    private void mustBeRefusedAlike(Attempt unknown, Attempt known) {
        Answer usual = unknown.served();
        Answer refusal = known.served();
        boolean isAlike = usual.isRefusal()
                && usual.status() == refusal.status()
                && reading.code(usual).equals(reading.code(refusal));
        if (!isAlike && contract.scope() == null) {
            throw Judgement.notChecked("scope: the contract does not say what a key is scoped by, and another caller"
                    + " of " + operation().withArticle() + " is refused under its key alone: " + known.described());
        }
        checks.that(
                "response to another than the caller of " + operation().withArticle() + " under its key",
                isAlike,
                "what the same request gets under a key that nobody knows: " + unknown.described(),
                known.described(),
                known.repeat());
    }
}
