package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.LockedKeys;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Payloads;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Reason;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;

/** What duplicates get while their original is in progress, and once it has ended. */
public final class DuplicateSteps {
    /** A wait that is stated in seconds may end a little after them. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** A refusal takes less than this. */
    private static final Duration WORK = Duration.ofSeconds(1);

    private static final int SERVER_ERROR = 500;

    private final World world;
    private final Contract contract;
    private final UnderWay underWay;
    private final InProgress inProgress;
    private final Sandbox sandbox;
    private final LockedKeys locked;
    private final Checks checks;
    private final Reading reading;
    private final Replaying replaying;
    private final List<Pair> pairs = new ArrayList<>();

    public DuplicateSteps(
            World world,
            Contract contract,
            UnderWay underWay,
            InProgress inProgress,
            Sandbox sandbox,
            LockedKeys locked,
            Checks checks) {
        this.world = world;
        this.contract = contract;
        this.underWay = underWay;
        this.inProgress = inProgress;
        this.sandbox = sandbox;
        this.locked = locked;
        this.checks = checks;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
    }

    /** A slow original and its duplicate. */
    private record Pair(Exchange original, Exchange duplicate) {
        /** Whether the original was in progress for so long after the duplicate was sent. */
        boolean outlasts(Duration time) {
            return original.finished() - duplicate.sent() >= time.toNanos();
        }
    }

    @When("{int} requests like it are each duplicated while in progress")
    @Costs(value = 2, perNumber = true, prepares = 2)
    public void eachGetsADuplicate(int count) {
        longestWait();
        Operation operation = world.call().operation();
        List<Call> originals = new ArrayList<>(List.of(world.testInProgress(world.call())));
        while (originals.size() < count) {
            originals.add(sandbox.call(operation, SandboxWord.SLOW));
        }
        underWay.begin(originals);
        originals.forEach(underWay::send);
        List<Exchange> ends = underWay.all();
        for (int i = 0; i < count; i++) {
            pairs.add(new Pair(ends.get(i), ends.get(count + i)));
        }
    }

    /** On a busy machine a response may be late: a wait without a limit is late each time. */
    @Then("a duplicate is answered within the longest wait of the contract")
    public void isAnsweredInTime() {
        Duration wait = longestWait();
        Duration limit = wait.plus(GRACE);
        List<Exchange> duplicates = pairs.stream()
                .filter(pair -> pair.outlasts(limit))
                .map(Pair::duplicate)
                .toList();
        if (duplicates.isEmpty()) {
            throw Judgement.inconclusive(
                    "the slow ones had ended before the wait had to end",
                    new Fact(
                            "the slow ones took",
                            pairs.stream()
                                    .map(pair -> pair.original().lasted())
                                    .toList()
                                    .toString()),
                    new Fact("longest wait", wait.toString()));
        }
        List<Exchange> cutOff = duplicates.stream()
                .filter(one -> one.reply().isEmpty() && one.took().compareTo(limit) < 0)
                .toList();
        List<Exchange> waited =
                duplicates.stream().filter(one -> !cutOff.contains(one)).toList();
        checks.that(
                "response to each of " + duplicates.size() + " duplicates of a slow " + world.operation(),
                !waited.isEmpty(),
                "one within " + wait,
                "none (" + duplicates.get(0).failure() + ")",
                World.repeat(duplicates.get(0)));
        Exchange fastest = Collections.min(waited, Comparator.comparing(Exchange::took));
        checks.faster(
                "fastest of " + pairs.size() + " duplicates of a slow " + world.operation(),
                limit,
                waited,
                "a response within " + wait,
                fastest.reply().isPresent() ? "one after " + fastest.took() : "none after " + fastest.took(),
                World.repeat(fastest));
        // One connection may be lost by chance.
        cutOff.forEach(World::answer);
    }

    private Duration longestWait() {
        Duration wait = contract.waitAtMost();
        if (wait == null) {
            throw Judgement.notChecked(
                    "wait_at_most: the contract does not say how long a duplicate may be kept waiting");
        }
        return wait;
    }

    @When("duplicates are sent until it ends and once after it")
    @Costs(Costs.HANDFUL)
    public void duplicatesAreSent() {
        inProgress.meetUntilItEnds(world.call(), Purpose.DUPLICATE);
        boolean hasFailed = inProgress
                .end()
                .reply()
                .filter(answer -> answer.status() >= SERVER_ERROR)
                .isPresent();
        // A server may let go of a key a little after the response.
        if (hasFailed && hasMet(world.newest().exchange())) {
            locked.await(world.call(), Purpose.DUPLICATE);
        }
    }

    /** One of them may wait for the end, where the contract lets duplicates wait. */
    @When("requests with another payload are sent until it ends and once after it")
    @Costs(Costs.HANDFUL)
    public void othersAreSent() {
        inProgress.meetUntilItEnds(Payloads.another(world.call()), Purpose.OTHER_PAYLOAD);
    }

    @Then("each duplicate gets its outcome or is refused as in progress")
    public void outcomeOrInProgress() {
        List<Attempt> duplicates = duplicates();
        mustNotBeOvertaken(duplicates);
        Answer original = inProgress.requireSuccess();
        mustHaveComeFirst(original, duplicates);
        for (Attempt duplicate : duplicates) {
            checks.on(replaying.pointOf(original, duplicate.answer()))
                    .that(
                            "response to one of " + duplicates.size() + " duplicates of a slow " + world.operation(),
                            reading.hasMetInProgress(duplicate.answer())
                                    || replaying.isOutcome(duplicate.call().operation(), original, duplicate.answer()),
                            "its outcome or in progress",
                            duplicate.described(),
                            duplicate.repeat());
        }
        inProgress.requireArrived(duplicates, reading::hasMetInProgress);
        inProgress.mustHaveBeenMetAtItsEnd();
        duplicates.forEach(this::mustBeTold);
    }

    private void mustBeTold(Attempt duplicate) {
        reading.requireTold(duplicate.answer(), Reason.IN_PROGRESS, Reason.REPLAYED_KEY);
    }

    /**
     * An original that is refused as in progress at once never had the key. One that worked for a while and is refused then
     * has lost it, if a duplicate was refused before another one was sent that was not, or if it worked about as long as the
     * duplicate that succeeded. Otherwise a duplicate may have arrived first, and on a busy machine it does.
     */
    private void mustNotBeOvertaken(List<Attempt> duplicates) {
        Attempt first = duplicates.get(0);
        Exchange original = inProgress.end();
        original.reply().ifPresent(answer -> reading.requireTold(answer, Reason.IN_PROGRESS));
        Duration timeout = contract.processingTimeout();
        if (timeout != null && original.lasted().compareTo(timeout) >= 0) {
            throw Judgement.inconclusive("the slow one took longer than its processing timeout of "
                    + timeout.toSeconds() + " s, so that a duplicate may have taken it over");
        }
        boolean wasRefused = wasRefusedFirst(duplicates);
        // Its status alone says nothing: the business may have refused what worked for a while.
        boolean isRefused = original.reply().map(reading::isInProgress).orElse(false);
        boolean hadTheKey = isLong(original) && (wasRefused || (first.isSuccessful() && isAsLong(original, first)));
        (wasRefused ? checks.on(null) : checks.timed(original.lasted()))
                .that(
                        "response to a slow " + world.operation() + " with duplicates",
                        !(isRefused && hadTheKey && contract.inProgress() == Contract.InProgress.REFUSE),
                        "its own outcome",
                        "in progress after " + original.lasted().toMillis() + " ms",
                        World.repeat(original));
    }

    /** Whether one was refused as in progress before any of those was sent that were not, and so may have had the key. */
    private boolean wasRefusedFirst(List<Attempt> duplicates) {
        long other = duplicates.stream()
                .map(Attempt::exchange)
                .filter(exchange -> !hasMet(exchange))
                .mapToLong(Exchange::sent)
                .min()
                .orElse(Long.MAX_VALUE);
        return duplicates.stream()
                .map(Attempt::exchange)
                .anyMatch(exchange -> hasMet(exchange) && exchange.answered() < other);
    }

    /**
     * What is slow is no replay, unless a duplicate had the key before it. Then nothing was in progress, and where the contract
     * lets it, the original has waited for the duplicate.
     */
    private void mustHaveComeFirst(Answer original, List<Attempt> duplicates) {
        boolean hadTheKey = isLong(inProgress.end()) && wasRefusedFirst(duplicates);
        if (reading.isMarked(original) && !hadTheKey) {
            throw Judgement.inconclusive(
                    "the slow one was answered with a replay, so a duplicate came before it",
                    new Fact("actual", original.described()),
                    World.repeat(inProgress.end()));
        }
    }

    private static boolean isLong(Exchange exchange) {
        return exchange.lasted().compareTo(WORK) > 0;
    }

    private static boolean isAsLong(Exchange original, Attempt duplicate) {
        Duration took = duplicate.exchange().lasted();
        return isLong(duplicate.exchange()) && original.lasted().multipliedBy(4).compareTo(took.multipliedBy(3)) >= 0;
    }

    private boolean hasMet(Exchange exchange) {
        return exchange.reply().map(reading::hasMetInProgress).orElse(false);
    }

    @Then("no duplicate fails on its own and the last one succeeds")
    public void noneFailsOnItsOwn() {
        Answer original = World.answer(inProgress.end());
        if (original.status() < 500) {
            throw Judgement.inconclusive("the slow one did not fail", new Fact("actual", original.described()));
        }
        List<Attempt> duplicates = duplicates();
        boolean succeeded =
                duplicates.stream().anyMatch(duplicate -> duplicate.answer().isSuccessful());
        for (Attempt duplicate : duplicates) {
            Answer answer = duplicate.answer();
            boolean isSame = isSameFailure(original, answer);
            Duration early = inProgress.tooEarly(duplicate.exchange());
            boolean isItsFailure = isSame && early.compareTo(Duration.ZERO) <= 0;
            (isSame ? checks.timed(early) : whereItFails(duplicate))
                    .that(
                            "response to one of " + duplicates.size() + " duplicates of a slow " + world.operation()
                                    + " that fails",
                            reading.hasMetInProgress(answer) || isSettled(answer, succeeded) || isItsFailure,
                            "in progress, a success or, when the slow one has failed, " + original.status() + " "
                                    + reading.code(original),
                            duplicate.described() + (isSame ? ", " + early.toMillis() + " ms too early" : ""),
                            duplicate.repeat());
        }
        Attempt last = duplicates.get(duplicates.size() - 1);
        checks.that(
                "last of " + duplicates.size() + " duplicates of a slow " + world.operation() + " that fails",
                isSettled(last.answer(), succeeded),
                "a success",
                last.described(),
                last.repeat());
        inProgress.mustHaveBeenMetAtItsEnd();
        duplicates.forEach(this::mustBeTold);
    }

    /** A dependency may be too late for a duplicate that is executed, and on a busy machine it is. */
    private Checks.Assertions whereItFails(Attempt duplicate) {
        return reading.isOfADependency(duplicate.answer())
                ? checks.timed(duplicate.exchange().took())
                : checks.on(null);
    }

    /** Once one of them has succeeded, a contract may refuse the others as repeats (RPL-1). */
    private boolean isSettled(Answer answer, boolean succeeded) {
        return answer.isSuccessful() || (succeeded && reading.isRefusedRepeat(answer));
    }

    private boolean isSameFailure(Answer original, Answer answer) {
        return answer.status() == original.status() && reading.code(answer).equals(reading.code(original));
    }

    /** All of them. The last was sent when the original had ended, and alone it shows nothing. */
    private List<Attempt> duplicates() {
        List<Attempt> duplicates = world.attempts(Purpose.DUPLICATE);
        inProgress.requireMet(duplicates);
        return duplicates;
    }
}
