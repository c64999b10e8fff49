package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** A run of a job that a crash interrupts when the oracles see that some of its work is done, and some is not; or that fails. */
public final class HalfDoneJob {
    /** So much that it is not done at one stroke. */
    private static final int MUCH_WORK = 25;

    private final World world;
    private final Calls calls;
    private final Keys keys;
    private final Crashes crashes;
    private final Sandbox sandbox;
    private final TargetTime time;
    private final Contract contract;
    private final Effects effects;
    private @Nullable Call untroubled;

    public HalfDoneJob(
            World world,
            Calls calls,
            Keys keys,
            Crashes crashes,
            Sandbox sandbox,
            TargetTime time,
            Contract contract,
            Effects effects) {
        this.world = world;
        this.calls = calls;
        this.keys = keys;
        this.crashes = crashes;
        this.sandbox = sandbox;
        this.time = time;
        this.contract = contract;
        this.effects = effects;
    }

    /** How many items there were in all; the first of them is done by a run of its own. */
    public long items() {
        return 1 + MUCH_WORK;
    }

    /** What has happened to the run, such as {@code that has failed}. */
    public String described() {
        return world.interrupted().isEmpty() ? "that has failed" : "that a crash interrupted";
    }

    public void interrupt(Operation operation) {
        Call run = world.test(sandbox.applied(withMuchWork(operation), SandboxWord.SLOW_HALFWAY));
        long before = crashes.effects(run);
        Crashes.Interruption crash = crashes.interrupt(run, () -> crashes.await(() -> crashes.effects(run) > before));
        mustBeHalfway(crash, run, before, before + MUCH_WORK);
    }

    /** Starts a run that fails. One that says that it has succeeded has failed where not all of its work is done. */
    public void fail(Operation operation) {
        SandboxWord failure = Sandbox.failureOf(operation);
        calls.provoke();
        untroubled = withMuchWork(operation);
        Call run = world.test(sandbox.applied(untroubled, failure));
        Attempt attempt = world.send(run);
        if (attempt.isSuccessful() && effectsAtRest(run) == items()) {
            throw Judgement.inconclusive(
                    "the run of the " + operation.name() + " that should fail did not",
                    new Fact("expected", "no success"),
                    new Fact("actual", attempt.described()));
        }
    }

    /** Completes another run, which finds no other work than what the failed one has left. */
    public void completeTheNext() {
        Call run = untroubled;
        if (run == null) {
            throw new IllegalStateException("no run has failed");
        }
        complete(keys.put(run, keys.fresh()), "the next run", "the next run of the " + run.name() + " did not succeed");
    }

    private long effectsAtRest(Call run) {
        effects.rest(run);
        return crashes.effects(run);
    }

    private Call withMuchWork(Operation operation) {
        Call call = world.test(calls.prepare(operation));
        // What others have left for the job is done first, by a run that is not judged.
        complete(
                keys.put(call, keys.fresh()),
                "the run for what was there before",
                "the " + operation.name() + " did not do what was there before");
        calls.layOut(call, MUCH_WORK);
        return call;
    }

    private void complete(Call run, String title, String otherwise) {
        Answer answer = World.answer(world.aside(run, title));
        if (!answer.isSuccessful()) {
            throw Judgement.inconclusive(otherwise, new Fact("actual", answer.described()));
        }
    }

    /** Interrupts the retry too, when it has done some of the rest. */
    public void interruptAgain() {
        Call run = world.call();
        Duration timeout = contract.processingTimeout();
        if (timeout != null) {
            time.pass(timeout.plusSeconds(1));
        }
        long before = crashes.effects(run);
        Crashes.Interruption crash =
                crashes.interruptAgain(run, () -> crashes.await(() -> crashes.effects(run) > before));
        crash.end()
                .reply()
                .filter(answer -> timeout == null || answer.isSuccessful())
                .ifPresent(answer -> {
                    throw Judgement.notChecked("slow_halfway: the second attempt at the " + run.name()
                            + " was not slow, so that no crash could interrupt it: " + answer.described());
                });
        mustBeHalfway(crash, run, before, items());
    }

    private void mustBeHalfway(Crashes.Interruption crash, Call run, long before, long all) {
        long done = crashes.effects(run);
        Crashes.requireNoResponse(crash);
        if (done <= before || done >= all) {
            throw Judgement.inconclusive(
                    "the crash did not interrupt the " + run.name() + " halfway through its work",
                    new Fact("expected", "more than " + before + " and fewer than " + all + " effects"),
                    new Fact("actual", String.valueOf(done)));
        }
    }
}
