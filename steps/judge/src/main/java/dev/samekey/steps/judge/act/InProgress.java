package dev.samekey.steps.judge.act;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** The slow operation of a scenario, whose first request is in progress while others are sent. */
public final class InProgress {
    private static final int MOST_OTHERS = 60;
    /** Sent so far apart, one of so many that wait has waited for a while whenever the slow one ends. */
    private static final int MOST_WAITING = 3;

    private static final Duration PAUSE = Duration.ofMillis(200);
    private static final Duration LOOK = Duration.ofMillis(5);
    /** Within this time after it was sent a request has arrived. */
    private static final Duration ARRIVAL = Duration.ofMillis(200);

    /** Who has waited for the slow one may get its response a little before the slow one itself. */
    private static final Duration EARLY = Duration.ofMillis(100);

    /** Two slow ones that differ by more did not meet the same: others were in their way. */
    private static final Duration ALIKE = Duration.ofMillis(500);

    private final World world;
    private final UnderWay underWay;
    private final Sandbox sandbox;
    private boolean begun;
    private boolean mayFail;
    private boolean isLost;
    private @Nullable Duration limit;
    private @Nullable Purpose others;
    private @Nullable Pair apart;
    private @Nullable Pair again;

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
        Duration headStart = underWay.headStart();
        Call call = world.test(sandbox.call(operation, SandboxWord.SLOW));
        // One that will be accepted at once has lost its connection before that.
        boolean isAccepted = operation.poll() != null;
        Attempt lost = world.sendAndLeave(call, isAccepted ? Duration.ZERO : headStart);
        if (isAccepted) {
            Await.pause("an operation to be in progress", headStart);
        }
        if (!lost.exchange().isGivenUp()) {
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

    /** Whether there is one, and it ends within such a time. */
    public boolean isDoneWithin(Duration time) {
        return Await.until("the slow operation", time, LOOK, this::isDone);
    }

    /** A slow operation, and another one that was sent while it was in progress. */
    private record Pair(Exchange slow, Attempt other) {
        boolean isMet() {
            return slow.finished() >= other.exchange().sent() && other.isSuccessful();
        }

        boolean hasWaited() {
            return other.exchange().finished() >= slow.finished() - EARLY.toNanos();
        }
    }

    /**
     * Where the slow one has ended by now, whoever was sent beside it may have waited for it. Then the same is seen with one that
     * has nothing to do with the slow one, and once more with one that has its key: by chance one is late once.
     *
     * @param unrelated one under a key of its own, another one each time
     * @param underKeyOf the second call under the key of the first
     */
    public void compareWith(Supplier<Call> unrelated, BinaryOperator<Call> underKeyOf) {
        if (begun && isDoneWithin(EARLY.multipliedBy(2))) {
            Call other = unrelated.get();
            Call slow = sandbox.call(other.operation(), SandboxWord.SLOW);
            apart = pair(slow, other, "one beside it, under a key of its own");
            Call stranger = unrelated.get();
            Call anew = sandbox.call(stranger.operation(), SandboxWord.SLOW);
            again = pair(anew, underKeyOf.apply(anew, stranger), "one beside it, under its key");
        }
    }

    private Pair pair(Call slow, Call other, String title) {
        Supplier<Exchange> end = world.asideMeanwhile(slow, "another slow one");
        Await.pause("an operation to be in progress", underWay.headStart());
        Exchange exchange = world.aside(other, title);
        return new Pair(end.get(), new Attempt(other, exchange, Purpose.CONTROL));
    }

    /**
     * How long one took beside a slow one that has nothing to do with it; nothing where that was not seen, or where that slow one
     * took another time.
     */
    public Optional<Duration> tookBeside() {
        return Optional.ofNullable(apart)
                .filter(Pair::isMet)
                .filter(pair -> pair.slow().lasted().minus(end().lasted()).abs().compareTo(ALIKE) <= 0)
                .map(pair -> pair.other().exchange().lasted());
    }

    /** Whether one under the key of a slow one was answered before that; nothing where none was sent in time. */
    public Optional<Boolean> wasFree() {
        return Optional.ofNullable(again).filter(Pair::isMet).map(pair -> !pair.hasWaited());
    }

    /** Sends others until the slow one ends, without waiting for their responses, and one more after that. */
    public void meetUntilItEnds(Call other, Purpose purpose) {
        others = purpose;
        for (int i = 0; i < MOST_OTHERS && !isDone(); i++) {
            world.sendBeside(other, purpose);
            Await.pause("the next request", PAUSE);
            var unused = Await.until(
                    "the slow operation, or one that waits for it",
                    world.answerLimit(),
                    LOOK,
                    () -> isDone() || other.operation().poll() != null || world.waiting() < MOST_WAITING);
        }
        end();
        world.land();
        world.send(other, purpose);
    }

    /** The end of the scenario where the slow one had ended before the first of the others was sent. */
    public void requireMet(List<Attempt> all) {
        if (left(all) <= 0) {
            throw Judgement.inconclusive("the slow one had ended before another request could be sent");
        }
    }

    /** The same where the first of them was sent only just before the end, and none was refused as in progress. */
    public void requireArrived(List<Attempt> all, Predicate<Answer> isInProgress) {
        long left = left(all);
        boolean isRefused =
                all.stream().flatMap(other -> other.exchange().reply().stream()).anyMatch(isInProgress);
        if (left < ARRIVAL.toNanos() && !isRefused) {
            throw Judgement.inconclusive("the first of the other requests was sent "
                    + Duration.ofNanos(left).toMillis() + " ms before the slow " + world.operation()
                    + " ended, so it may have arrived after that");
        }
    }

    private long left(List<Attempt> all) {
        return end().finished() - all.get(0).exchange().sent();
    }

    /** What the others get that wait for the slow one shows when it ends. Where some waited, one must have waited then. */
    public void mustHaveBeenMetAtItsEnd() {
        if (others == null) {
            return;
        }
        long ended = end().finished();
        List<Exchange> before = world.attempts(others).stream()
                .map(Attempt::exchange)
                .filter(other -> other.sent() < ended)
                .toList();
        if (before.stream().anyMatch(other -> hasWaited(other, ended))
                && before.stream()
                        .noneMatch(other -> ended - other.sent() >= PAUSE.toNanos()
                                && other.answered() - ended >= -EARLY.toNanos())) {
            throw Judgement.inconclusive("requests waited for the slow " + world.operation()
                    + ", but none of them was waiting when it ended");
        }
    }

    /**
     * So long that others were sent meanwhile, and longer than a response takes that is only late. What one does after the end of
     * the slow one, it does for itself.
     */
    private boolean hasWaited(Exchange other, long ended) {
        long waited = Math.min(other.answered(), ended) - other.sent();
        return waited > PAUSE.multipliedBy(2).toNanos()
                && waited > underWay.headStart().toNanos();
    }

    /** By how much a response came too early for a request that waited for the slow one; zero or less where it may have waited. */
    public Duration tooEarly(Exchange other) {
        return Duration.ofNanos(end().finished() - other.answered()).minus(EARLY);
    }

    /** What became of the newest one; it is waited for. */
    public Exchange end() {
        List<Exchange> ends = underWay.all();
        Exchange end = ends.get(ends.size() - 1);
        Duration most = limit;
        if (most != null && end.lasted().compareTo(most) >= 0) {
            throw Judgement.inconclusive("the slow " + world.call().name() + " took "
                    + end.lasted().toMillis() + " ms, so its processing timeout may have been over: " + most.toMillis()
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
