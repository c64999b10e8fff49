package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;

/** A run of a job that a crash interrupts when the oracles see that some of its work is done, and some is not. */
public final class HalfDoneJob {
    /** So much that it is not done at one stroke. */
    private static final int MUCH_WORK = 25;

    private final World world;
    private final Calls calls;
    private final Keys keys;
    private final Crashes crashes;
    private final Sandbox sandbox;

    public HalfDoneJob(World world, Calls calls, Keys keys, Crashes crashes, Sandbox sandbox) {
        this.world = world;
        this.calls = calls;
        this.keys = keys;
        this.crashes = crashes;
        this.sandbox = sandbox;
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
        long done = crashes.effects(run);
        Crashes.requireNoResponse(crash);
        if (done <= before || done >= before + MUCH_WORK) {
            throw Judgement.inconclusive(
                    "the crash did not interrupt the " + operation.name() + " halfway through its work",
                    new Fact(
                            "expected", "more than " + before + " and fewer than " + (before + MUCH_WORK) + " effects"),
                    new Fact("actual", String.valueOf(done)));
        }
    }
}
