package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;

/** A run of a job that a crash interrupts when the oracles see that some of its work is done, and some is not. */
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

    public HalfDoneJob(
            World world, Calls calls, Keys keys, Crashes crashes, Sandbox sandbox, TargetTime time, Contract contract) {
        this.world = world;
        this.calls = calls;
        this.keys = keys;
        this.crashes = crashes;
        this.sandbox = sandbox;
        this.time = time;
        this.contract = contract;
    }

    /** How many items there were in all; the first of them is done by a run of its own. */
    public long items() {
        return 1 + MUCH_WORK;
    }

    public void interrupt(Operation operation) {
        Call call = world.test(calls.prepare(operation));
        // What others have left for the job is done first, by a run that is not judged.
        Answer earlier = World.answer(world.aside(keys.put(call, keys.fresh()), "the run for what was there before"));
        if (!earlier.isSuccessful()) {
            throw Judgement.inconclusive(
                    "the " + operation.name() + " did not do what was there before",
                    new Fact("actual", earlier.described()));
        }
        calls.layOut(call, MUCH_WORK);
        Call run = world.test(sandbox.applied(call, SandboxWord.SLOW_HALFWAY));
        long before = crashes.effects(run);
        Crashes.Interruption crash = crashes.interrupt(run, () -> crashes.await(() -> crashes.effects(run) > before));
        mustBeHalfway(crash, run, before, before + MUCH_WORK);
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
