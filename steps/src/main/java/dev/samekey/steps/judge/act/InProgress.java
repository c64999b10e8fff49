package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;

/** The slow operation of a scenario, whose first request is in progress while others are sent. */
public final class InProgress {
    private final World world;
    private final UnderWay underWay;
    private final Sandbox sandbox;
    private boolean begun;
    private boolean mayFail;

    public InProgress(World world, UnderWay underWay, Sandbox sandbox) {
        this.world = world;
        this.underWay = underWay;
        this.sandbox = sandbox;
    }

    /** Sends a slow operation, and comes back when it is well under way. */
    public void begin(Operation operation) {
        begun = true;
        underWay.begin(world.testInProgress(sandbox.call(operation, SandboxWord.SLOW)));
    }

    /** The same with one that will fail. */
    public void beginFailing(Operation operation) {
        begun = true;
        mayFail = true;
        underWay.begin(world.testInProgress(sandbox.call(operation, SandboxWord.SLOW_FAILURE_ONCE)));
    }

    /** Whether there is one, and it has ended. */
    public boolean isDone() {
        return underWay.isDone();
    }

    /** What became of the newest one; it is waited for. */
    public Exchange end() {
        List<Exchange> ends = underWay.all();
        return ends.get(ends.size() - 1);
    }

    /** Waits until all that is in progress has ended. Where the slow one was to succeed and did not, nothing was seen. */
    public void settle() {
        if (begun && mayFail) {
            end();
        } else if (begun) {
            requireSuccess();
        }
    }

    /** The response of the slow one. Where it did not win its own key, the roles were not as the scenario says. */
    public Answer requireSuccess() {
        Answer answer = World.answer(end());
        if (!Calls.succeeded(world.call().operation(), answer)) {
            throw Judgement.inconclusive("the slow operation did not succeed", new Fact("actual", answer.described()));
        }
        return answer;
    }
}
