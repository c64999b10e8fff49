package dev.samekey.steps.judge.definitions;

import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.drive.downstream.DownstreamFault;
import dev.samekey.steps.judge.act.Crashes;
import dev.samekey.steps.judge.act.HalfDoneJob;
import dev.samekey.steps.judge.act.LostConnections;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.words.Interruption;
import dev.samekey.steps.judge.words.Moment;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Costs;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Judgement;
import io.cucumber.java.en.Given;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

/** The target is killed at a moment that the scenario names, and started again. */
public final class CrashSteps {
    /** Other scenarios at the same crash do not wait much longer. */
    private static final Duration REPORT = Duration.ofMillis(2500);

    /** So long whoever reports waits for the answer at least. */
    private static final Duration DURING_REPORT = Duration.ofSeconds(1);

    /** So long {@code slow} waits before the effect at least (docs/target-file.md). */
    private static final Duration BEFORE_EFFECT = Duration.ofSeconds(1);

    /** So long {@code slow_answer} waits after the effect at least. A crash on a busy machine comes more than two seconds late. */
    private static final Duration AFTER_EFFECT = Duration.ofSeconds(5);

    private final World world;
    private final Calls calls;
    private final Capabilities capabilities;
    private final Sandbox sandbox;
    private final Crashes crashes;
    private final LostConnections lostConnections;
    private final HalfDoneJob halfDone;
    private final TargetTime time;
    private final Journal journal;

    public CrashSteps(
            World world,
            Calls calls,
            Capabilities capabilities,
            Sandbox sandbox,
            Crashes crashes,
            LostConnections lostConnections,
            HalfDoneJob halfDone,
            TargetTime time,
            Journal journal) {
        this.world = world;
        this.calls = calls;
        this.capabilities = capabilities;
        this.sandbox = sandbox;
        this.crashes = crashes;
        this.lostConnections = lostConnections;
        this.halfDone = halfDone;
        this.time = time;
        this.journal = journal;
    }

    @Given("the target has restarted")
    public void hasRestarted() {
        crashes.restart();
    }

    @Given("a new {operation} interrupted by a crash {moment}")
    public void anInterrupted(Operation operation, Moment moment) {
        crashes.require();
        switch (moment) {
            case BEFORE_EFFECT -> beforeItsEffect(operation);
            case BEFORE_EFFECT_AND_ASKED_FOR -> {
                Instant before = time.now();
                beforeItsEffect(operation);
                askHalfway(before, time.now());
            }
            case AFTER_EFFECT -> afterItsEffect(operation);
            case PROVIDER_WORKS -> whileItWorks(operation, CounterpartRole.PROVIDER);
            case VENDOR_WORKS -> whileItWorks(operation, CounterpartRole.VENDOR);
            case DURING_REPORT -> duringItsReport(operation);
            case HALFWAY -> halfDone.interrupt(operation);
            case HALFWAY_TWICE -> {
                halfDone.interrupt(operation);
                halfDone.interruptAgain();
            }
        }
    }

    /**
     * The claim was made somewhere between two times of the target's clock.
     *
     * @param before the first request was sent
     * @param after the target has started again
     */
    private void askHalfway(Instant before, Instant after) {
        // A claim that is renewed just before its end would be over soon, too.
        requireLeft(before, time.processingTimeout().dividedBy(3));
        time.pass(left(before).dividedBy(2));
        var unused = world.aside(world.call(), "a duplicate before the processing timeout is over");
        requireLeft(before, Duration.ZERO);
        time.pass(left(after).plusSeconds(1));
    }

    private Duration left(Instant since) {
        return time.processingTimeout().minus(Duration.between(since, time.now()));
    }

    /** The end of the scenario where the restart has taken more of the processing timeout. */
    private void requireLeft(Instant since, Duration least) {
        if (left(since).compareTo(least) <= 0) {
            throw Judgement.inconclusive("too much of the processing timeout of " + time.processingTimeout()
                    + " was over before the target had started again and a duplicate was answered");
        }
    }

    private void beforeItsEffect(Operation operation) {
        Call call = world.test(sandbox.slowAtFirst(operation));
        AtomicBoolean done = new AtomicBoolean();
        Crashes.Interruption crash = crashes.interruptLast(call, () -> {
            crashes.awaitArrival(call);
            done.set(crashes.effects(call) > 0);
        });
        Crashes.requireNoResponse(crash);
        if (done.get()) {
            throw Judgement.inconclusive("the effect was there before the crash");
        }
        Duration after = crash.after(crash.sent());
        if (after.compareTo(BEFORE_EFFECT) > 0 && crashes.effects(call) > 0) {
            throw Judgement.inconclusive("the effect may have been there before the crash, which came "
                    + after.toMillis() + " ms after the request");
        }
    }

    private void afterItsEffect(Operation operation) {
        Call call = world.test(sandbox.call(operation, SandboxWord.SLOW_ANSWER));
        AtomicBoolean done = new AtomicBoolean();
        AtomicLong lastWithout = new AtomicLong();
        Crashes.Interruption crash = crashes.interruptLast(call, () -> {
            lastWithout.set(System.nanoTime());
            crashes.await(() -> {
                long look = System.nanoTime();
                done.set(crashes.effects(call) > 0);
                if (!done.get()) {
                    lastWithout.set(look);
                }
                return done.get();
            });
        });
        Crashes.requireNoResponse(crash);
        if (!done.get()) {
            throw Judgement.inconclusive("the effect was not there at the crash");
        }
        if (crashes.effects(call) == 0) {
            throw Judgement.inconclusive("the effect was gone after the crash, so it had not been committed");
        }
        Duration after = crash.after(lastWithout.get());
        if (after.compareTo(AFTER_EFFECT) > 0) {
            throw Judgement.inconclusive("the outcome may have been stored before the crash, which came "
                    + after.toMillis() + " ms after the effect");
        }
    }

    private void duringItsReport(Operation operation) {
        Counterpart sink = capabilities.counterparts().of(operation, CounterpartRole.SINK);
        Call call = world.begin(operation);
        sink.spoil(call.unique(), DownstreamFault.ANSWER_LATE, 1);
        AtomicBoolean reported = new AtomicBoolean();
        AtomicLong since = new AtomicLong();
        Crashes.Interruption crash;
        try {
            crash = crashes.interruptLast(call, () -> {
                reported.set(!journal.note(sink.await(call.unique(), 1, REPORT)).isEmpty());
                since.set(System.nanoTime());
            });
        } finally {
            sink.relieve(call.unique());
        }
        if (!reported.get()) {
            throw Judgement.inconclusive("the sink got no report of the " + operation.name() + " within "
                    + REPORT.toMillis() + " ms before the crash");
        }
        Duration after = crash.after(since.get());
        if (after.compareTo(DURING_REPORT) > 0) {
            throw Judgement.inconclusive(
                    "the report may have been over before the crash, which came " + after.toMillis() + " ms after it");
        }
    }

    /** What it asked for is done, and it does not know that. */
    private void whileItWorks(Operation operation, CounterpartRole role) {
        Counterpart service = capabilities.counterparts().of(operation, role);
        Call call = world.test(calls.prepare(operation));
        service.spoil(call.unique(), DownstreamFault.ANSWER_LATE, 1);
        AtomicBoolean called = new AtomicBoolean();
        Crashes.Interruption crash;
        try {
            crash = crashes.interruptLast(
                    call,
                    () -> called.set(!journal.note(service.await(call.unique(), 1, REPORT))
                            .isEmpty()));
        } finally {
            service.relieve(call.unique());
        }
        if (!called.get()) {
            throw Judgement.inconclusive("the " + operation.name() + " did not call «" + service.name() + "» within "
                    + REPORT.toMillis() + " ms before the crash");
        }
        Crashes.requireNoResponse(crash);
    }

    @Given("at least {int} requests, each for a new {operation}, interrupted by {interruption}")
    @Costs(perNumber = true, prepares = Costs.HANDFUL)
    public void someInterrupted(int count, Operation operation, Interruption interruption) {
        switch (interruption) {
            case CRASH -> {
                crashes.require();
                crashes.interruptSome(count, () -> calls.prepare(operation));
            }
            case LOST_CONNECTION -> lostConnections.loseSome(count, () -> calls.prepare(operation));
        }
    }
}
