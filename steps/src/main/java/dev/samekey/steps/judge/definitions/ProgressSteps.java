package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.expect.Replaying;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import io.cucumber.java.en.Then;
import io.cucumber.java.en.When;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** What others meet while an original runs that is slow. */
public final class ProgressSteps {
    private static final int OTHERS = 3;
    private static final int MOST_ATTEMPTS = 3;
    private static final int MOST_DUPLICATES = 30;
    private static final Duration PAUSE = Duration.ofMillis(200);
    /** A wait that is told in seconds may end a little after them. */
    private static final Duration GRACE = Duration.ofSeconds(1);

    /** An answer that comes this much before the original's has not waited for it. */
    private static final Duration LEAD = Duration.ofMillis(500);

    /** A refusal comes sooner than this. */
    private static final Duration WORK = Duration.ofSeconds(1);

    private final World world;
    private final Contract contract;
    private final Calls calls;
    private final UnderWay underWay;
    private final Sandbox sandbox;
    private final Checks checks;
    private final Effects effects;
    private final Reading reading;
    private final Replaying replaying;
    private final List<Overtaking> overtakings = new ArrayList<>();

    public ProgressSteps(
            World world,
            Contract contract,
            Calls calls,
            UnderWay underWay,
            Sandbox sandbox,
            Checks checks,
            Effects effects) {
        this.world = world;
        this.contract = contract;
        this.calls = calls;
        this.underWay = underWay;
        this.sandbox = sandbox;
        this.checks = checks;
        this.effects = effects;
        this.reading = new Reading(contract);
        this.replaying = new Replaying(contract, reading, checks);
    }

    @Given("a slow {operation} in progress")
    public void slow(Operation operation) {
        underWay.begin(world.test(sandbox.call(operation, SandboxWord.SLOW)));
    }

    @Given("a slow {operation} in progress that will fail")
    public void failing(Operation operation) {
        underWay.begin(world.test(sandbox.call(operation, SandboxWord.SLOW_FAILURE_ONCE)));
    }

    @When("others are sent under keys of their own")
    @Costs(value = Costs.HANDFUL, prepares = Costs.HANDFUL)
    public void others() {
        Operation operation = world.call().operation();
        // Where all is slow for a moment, the slow one may be done first: once that it is overtaken is enough.
        for (int attempt = 0;
                attempt < MOST_ATTEMPTS && overtakings.stream().noneMatch(Overtaking::happened);
                attempt++) {
            List<Call> others = Stream.generate(() -> calls.prepare(operation))
                    .limit(OTHERS)
                    .toList();
            // What they need first may have waited for the slow one already.
            if (underWay.isDone()) {
                slow(operation);
            }
            others.forEach(world::send);
            List<Exchange> exchanges = world.exchanges()
                    .subList(world.attempts().size() - OTHERS, world.attempts().size());
            overtakings.add(new Overtaking(newestOriginal(), exchanges.get(0), exchanges.get(OTHERS - 1)));
        }
    }

    @When("the same request is sent until it is done")
    @Costs(Costs.HANDFUL)
    public void untilItIsDone() {
        for (int i = 0; i < MOST_DUPLICATES && !underWay.isDone(); i++) {
            world.send(world.call());
            UnderWay.pause(PAUSE);
        }
    }

    @When("the same request is sent, and again when it has failed")
    @Costs(2)
    public void duringAndAfter() {
        world.send(world.call());
        underWay.end();
        world.send(world.call());
    }

    @Then("it is refused as a payload mismatch or told to wait")
    public void isMismatchOrWaits() {
        original();
        for (Attempt sent : world.attempts()) {
            checks.that(
                    "it is refused as a mismatch or told to wait",
                    reading.isMismatch(sent.answer()) || reading.isInProgress(sent.answer()),
                    "a payload mismatch or in progress",
                    sent.answer().described(),
                    sent.repeat());
        }
    }

    @Then("every one of them succeeds without waiting for it")
    public void withoutWaiting() {
        for (Attempt sent : world.attempts()) {
            checks.that(
                    "an operation under another key succeeds",
                    Calls.succeeded(sent.call().operation(), sent.served()),
                    "a success",
                    sent.answer().described(),
                    sent.repeat());
        }
        Overtaking told = overtakings.stream()
                .filter(Overtaking::happened)
                .findFirst()
                .or(() -> overtakings.stream().filter(Overtaking::tells).findFirst())
                .orElseThrow(() -> Judgement.inconclusive(
                        "no slow one was under way for so long that another could have overtaken it",
                        new Fact("attempts", overtakings.toString())));
        checks.that(
                "an operation under another key does not wait for a slow one",
                told.happened(),
                "an answer before the slow one's",
                "an answer after " + told.first().took().toMillis() + " ms, when the slow one was done",
                World.repeat(told.first()));
    }

    /** One attempt to overtake a slow one: it, who was sent first meanwhile, and who was sent last. */
    private record Overtaking(Exchange slow, Exchange first, Exchange last) {
        boolean happened() {
            return first.answered() < slow.answered();
        }

        /** Whether there was time to overtake it, as one sees by how long the last took, which met nothing slow. */
        boolean tells() {
            return slow.answered() - first.sent() >= LEAD.toNanos()
                    && last.took().multipliedBy(2).compareTo(first.took()) <= 0;
        }

        @Override
        public String toString() {
            return "the slow one ended " + (slow.answered() - first.sent()) / 1_000_000
                    + " ms after the first other was sent, which took "
                    + first.took().toMillis() + " ms, and the last other "
                    + last.took().toMillis() + " ms";
        }
    }

    @Then("the wait ended within the contract's bound")
    public void endedInTime() {
        if (contract.inProgress() == Contract.InProgress.REFUSE) {
            throw Judgement.notApplicable("the contract lets nobody wait");
        }
        Duration bound = contract.waitAtMost();
        if (bound == null) {
            throw Judgement.notChecked(
                    "wait_at_most: the contract does not say how long a duplicate may be kept waiting");
        }
        Exchange original = newestOriginal();
        // Where all is slow for a moment an answer may be late: a wait without bound is late each time.
        for (int attempt = 1; attempt < MOST_ATTEMPTS && isLate(world.newest().exchange(), bound); attempt++) {
            slow(world.call().operation());
            world.send(world.call());
            original = newestOriginal();
        }
        Exchange waited = world.newest().exchange();
        if (original.answered() - waited.sent() < bound.plus(GRACE).toNanos()) {
            throw Judgement.inconclusive(
                    "the slow one was done before the wait had to end",
                    new Fact("the slow one took", original.took().toString()),
                    new Fact("bound", bound.toString()));
        }
        checks.that(
                "a waiting duplicate is answered within the contract's bound",
                !isLate(waited, bound),
                "an answer within " + bound,
                waited.reply().isPresent() ? "after " + waited.took() : "none after " + waited.took(),
                World.repeat(waited));
    }

    private static boolean isLate(Exchange waited, Duration bound) {
        return waited.took().compareTo(bound.plus(GRACE)) >= 0;
    }

    /** What became of the slow one that was begun last. */
    private Exchange newestOriginal() {
        List<Exchange> originals = underWay.all();
        return originals.get(originals.size() - 1);
    }

    @Then("each gets its outcome or is told to wait")
    public void outcomeOrWait() {
        mustNotBeOvertaken();
        Answer original = original();
        if (world.attempts().isEmpty()) {
            throw Judgement.inconclusive("the slow one was done before a duplicate could be sent");
        }
        for (Attempt sent : world.attempts()) {
            checks.that(
                    "a duplicate of a slow original gets its outcome or is told to wait",
                    reading.isInProgress(sent.answer())
                            || replaying.isOutcome(sent.call().operation(), original, sent.answer()),
                    "the outcome or in progress",
                    sent.answer().described(),
                    sent.repeat());
        }
    }

    /**
     * Who is told to wait at once never had the key; who worked for a while and is told so then has lost it, if a duplicate
     * was told so first. Otherwise the duplicate may have come before the original, and on a busy machine it does.
     */
    private void mustNotBeOvertaken() {
        Exchange original = underWay.end();
        boolean worked = original.took().compareTo(WORK) > 0;
        boolean hadTheKey = world.exchanges().stream().limit(1).anyMatch(this::isToldToWait);
        checks.that(
                "a slow original keeps its key until it is done",
                !(isToldToWait(original) && worked && hadTheKey && contract.inProgress() == Contract.InProgress.REFUSE),
                "its own outcome",
                "in progress after " + original.took().toMillis() + " ms",
                World.repeat(original));
    }

    private boolean isToldToWait(Exchange exchange) {
        return exchange.reply().map(reading::isInProgress).orElse(false);
    }

    @Then("the duplicate got the failure or was told to wait, and the retry went through")
    public void failureThenSuccess() {
        Answer original = World.answer(underWay.end());
        if (original.status() < 500) {
            throw Judgement.inconclusive("the slow one did not fail", new Fact("actual", original.described()));
        }
        Answer duplicate = world.first();
        checks.that(
                "a duplicate has no failure of its own",
                reading.isInProgress(duplicate)
                        || duplicate.isSuccessful()
                        || (duplicate.status() == original.status()
                                && reading.code(duplicate).equals(reading.code(original))),
                "in progress or " + original.status() + " " + reading.code(original),
                duplicate.described(),
                World.repeat(world.exchanges().get(0)));
        reading.mustPass(original);
        checks.that(
                "the retry goes through",
                world.last().isSuccessful(),
                "a success",
                world.last().described(),
                world.where());
    }

    @Then("there is/are {count} effect(s) when all is done")
    public void effectsWhenDone(Integer expected) {
        original();
        effects.check(world.call(), world.principals(), expected);
    }

    @Then("only the takeover took effect")
    public void onlyTheTakeover() {
        underWay.end();
        if (!world.last().isSuccessful()) {
            throw Judgement.inconclusive(
                    "nobody took the slow one over",
                    new Fact("actual", world.last().described()));
        }
        effects.check(world.call(), world.principals(), 1);
    }

    /** The answer of the original. Where it did not win its own key the roles were not as the scenario says. */
    private Answer original() {
        Answer answer = World.answer(underWay.end());
        if (!Calls.succeeded(world.call().operation(), answer)) {
            throw Judgement.inconclusive("the slow one did not go through", new Fact("actual", answer.described()));
        }
        return answer;
    }
}
