package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The slow operation of a scenario, whose first request is in progress while others are sent. */
public final class InProgress {
    private final World world;
    private final UnderWay underWay;
    private final Sandbox sandbox;
    private boolean begun;
    private boolean mayFail;
    private boolean isLost;
    private @Nullable Duration limit;

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

    /**
     * The same with one of which nothing is said where it takes longer than that.
     *
     * @param atMost from its first byte to the end of its response
     */
    public void begin(Operation operation, Duration atMost) {
        limit = atMost;
        begin(operation);
    }

    /** The same with one that will fail. */
    public void beginFailing(Operation operation) {
        begun = true;
        mayFail = true;
        underWay.begin(world.testInProgress(sandbox.call(operation, SandboxWord.SLOW_FAILURE_ONCE)));
    }

    /** Sends a slow operation, and closes its connection when it is well under way. */
    public void beginAndLose(Operation operation) {
        isLost = true;
        Duration patience = underWay.headStart();
        Attempt lost = world.sendAndLeave(world.test(sandbox.call(operation, SandboxWord.SLOW)), patience);
        if (lost.exchange().reply().isPresent() || lost.exchange().took().compareTo(patience) < 0) {
            throw Judgement.inconclusive(
                    "the slow " + operation.name() + " had ended before its connection was lost",
                    new Fact("actual", lost.described()));
        }
    }

    /** How long one that has lost its connection may still run; nobody sees its end. */
    public Duration mayRunUnseen() {
        return isLost ? world.answerLimit() : Duration.ZERO;
    }

    /** Whether there is one, and it has ended. */
    public boolean isDone() {
        return underWay.isDone();
    }

    /** What became of the newest one; it is waited for. */
    public Exchange end() {
        List<Exchange> ends = underWay.all();
        Exchange end = ends.get(ends.size() - 1);
        Duration most = limit;
        if (most != null && end.took().compareTo(most) >= 0) {
            throw Judgement.inconclusive("the slow " + world.call().name() + " took "
                    + end.took().toMillis() + " ms, so its processing timeout may have been over: " + most.toMillis()
                    + " ms of it were left");
        }
        return end;
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
