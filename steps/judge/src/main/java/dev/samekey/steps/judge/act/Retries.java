package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.http.Answer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Delivery.Handler;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The attempts of a consumer at an event whose handler fails. Time is the target's: it is moved to where the next attempt is
 * due, and only how soon the target then notices is waited for.
 */
public final class Retries {
    private static final Duration LIMIT = Duration.ofSeconds(15);
    private static final Duration LOOK = Duration.ofMillis(50);
    /** So much later than it is due an attempt is looked for. */
    private static final Duration SLACK = Duration.ofMillis(200);
    /** So long an event may take that nothing holds up, where the target file does not give it more. */
    private static final Duration PROMPT = Duration.ofMillis(500);

    private final World world;
    private final Calls calls;
    private final Contract contract;
    private final Sandbox sandbox;
    private final TargetTime time;
    private final Effects effects;
    private final DeadLetters deadLetters;
    private final MachineWatch machine;
    private long othersAtOnce;
    private @Nullable Neighbour neighbour;
    private @Nullable Order order;
    private @Nullable SetBack setBack;

    public Retries(
            World world,
            Calls calls,
            Contract contract,
            Sandbox sandbox,
            TargetTime time,
            Effects effects,
            DeadLetters deadLetters,
            MachineWatch machine) {
        this.world = world;
        this.calls = calls;
        this.contract = contract;
        this.sandbox = sandbox;
        this.time = time;
        this.effects = effects;
        this.deadLetters = deadLetters;
        this.machine = machine;
    }

    /**
     * Which of two events was retried first, when the younger one had been.
     *
     * @param youngerFirst whether the other one had not been retried
     * @param room how much later the other one was due
     */
    public record Order(boolean youngerFirst, Duration room) {}

    /**
     * Another event, which was sent when the one under test had failed and was to be tried again.
     *
     * @param handled how often it was handled
     * @param afterRetry whether it was handled only when the one under test had been tried again
     * @param room how much earlier it should have been handled
     */
    public record Neighbour(long handled, boolean afterRetry, Duration room) {}

    /** How many attempts were counted before the event was delivered again, and how many after it. */
    public record SetBack(long before, long after) {}

    /** Sends the event under test, and lets each retry come due until it is handled or the last one has failed. */
    public void sendAndRetry() {
        Call call = world.call();
        // The newest attempt was made at this time or later.
        Instant attempted = time.now();
        send(call);
        othersAtOnce = othersAtOnce(call);
        List<Duration> delays = delays(call);
        for (int failures = 1; failures <= delays.size() && goesOn(call, failures); failures++) {
            if (failures == delays.size() - 1) {
                meanwhile(call, delays, failures, attempted.plus(delays.get(failures - 1)));
            }
            attempted = nextAttempt(call, failures, attempted.plus(delays.get(failures - 1)));
            time.pass(delays.get(failures - 1).plus(SLACK));
            if (!world.last().isSuccessful()) {
                // What was not acknowledged its producer delivers again.
                world.send(call);
            }
        }
        // The last attempt ends with the effect, or as a dead letter.
        await("the last attempt", () -> isOver(call));
        mustHaveFailed(call);
        var unused = effects.number(attemptsOf(call), call);
    }

    /**
     * The same where something is delivered before each retry. That may set back what counts the attempts, so each retry is waited
     * for by itself.
     */
    public void sendAndRetry(Consumer<Call> between) {
        Call call = world.call();
        send(call);
        var unused = isAttempted(call, 1);
        for (Duration delay : delays(call)) {
            if (isOver(call)) {
                break;
            }
            long known = attempts(call);
            between.accept(call);
            long before = attempts(call);
            if (before < known) {
                setBack = new SetBack(known, before);
            }
            time.pass(delay.plus(SLACK));
            await("the next attempt", () -> attempts(call) > before || isOver(call));
        }
        await("the last attempt", () -> isOver(call));
        if (setBack == null) {
            mustHaveFailed(call);
        }
        var unusedCount = effects.number(attemptsOf(call), call);
    }

    /** It has acted, or was given up. */
    private boolean isOver(Call call) {
        return handled(call) > 0 || deadLetters.has(call);
    }

    /** Waits until the failing handler has acted. */
    public void awaitHandled(Call call) {
        await("the handler", () -> handled(call) > 0);
    }

    /** How often the other handlers have acted when the first attempt had failed. */
    public long othersAtOnce() {
        return othersAtOnce;
    }

    /** Another event that was sent meanwhile; null where none was. */
    public @Nullable Neighbour neighbour() {
        return neighbour;
    }

    /** Whether an event that failed only once was retried before the one under test; null where nothing was compared. */
    public @Nullable Order order() {
        return order;
    }

    /** That a delivery has set the number of attempts back; null where none has. */
    public @Nullable SetBack setBack() {
        return setBack;
    }

    /** How many attempts the failing handler has made. */
    public long attempts(Call call) {
        return effects.look(attemptsOf(call), call);
    }

    /** How often the failing handler has acted. */
    public long handled(Call call) {
        return effects.look(failing(call).effects(), call);
    }

    /** How long after each failed attempt the next one is due. */
    public List<Duration> delays(Call call) {
        List<Duration> own = call.delivery().retries();
        List<Duration> delays =
                own != null || contract.retry() == null ? own : contract.retry().delays();
        if (delays == null || delays.isEmpty()) {
            throw Judgement.notChecked("delivery.retries: neither target file nor contract says when a retry is due");
        }
        return delays;
    }

    public static List<Handler> handlers(Call call) {
        return List.copyOf(call.delivery().handlers().values());
    }

    private void send(Call call) {
        var unused = attemptsOf(call);
        Answer answer = world.send(call).answer();
        if (answer.isRefusal() && attempts(call) == 0) {
            throw Judgement.inconclusive(
                    "the " + call.name() + " was refused, so no handler was called",
                    new Fact("actual", answer.described()));
        }
        mustHaveFailed(call);
    }

    /**
     * The time at which the next attempt is made or later: when it is due, or now where it has not been made. One that is
     * under way has not been counted yet; it began no longer ago than the first one took.
     */
    private Instant nextAttempt(Call call, int failures, Instant due) {
        Instant begun = time.now().minus(world.firstAttempt().exchange().took());
        return attempts(call) == failures && begun.isAfter(due) ? begun : due;
    }

    /** Others are sent while it fails: one that is well, and one that fails for the first time. */
    private void meanwhile(Call call, List<Duration> delays, int failures, Instant due) {
        Call well = calls.prepare(call.operation());
        Call young = sandbox.call(call.operation(), SandboxWord.UNAVAILABLE_ONCE);
        boolean isEarly = attempts(call) == failures;
        Duration left = Duration.between(time.now(), due);
        Exchange told = world.aside(well, "another that is well");
        if (told.reply().filter(Answer::isSuccessful).isEmpty()) {
            return;
        }
        awaitHandled(well);
        Duration usual = Objects.requireNonNullElse(call.operation().effectsWithin(), Duration.ZERO)
                .plus(calls.itsControl(call.operation())
                        .map(control -> control.exchange().took())
                        .orElse(Duration.ZERO))
                .plus(PROMPT);
        neighbour = new Neighbour(handled(well), isEarly && attempts(call) > failures, left.minus(usual));
        world.aside(young, "another that fails once");
        if (!isAttempted(young, 1)) {
            return;
        }
        time.pass(delays.get(0).plus(SLACK));
        awaitHandled(young);
        boolean retried = attempts(call) > failures;
        // Negative where the older one was due as well.
        Duration room = Duration.between(time.now(), due);
        order = handled(young) > 0 ? new Order(!retried, room) : null;
    }

    /** Where the first attempt has the effect nothing has failed, and nothing was seen. */
    private void mustHaveFailed(Call call) {
        boolean refused =
                world.attempts().stream().anyMatch(sent -> !sent.answer().isSuccessful());
        if (handled(call) > 0 && attempts(call) <= 1 && !refused) {
            throw Judgement.inconclusive("the handler of the " + call.name() + " did not fail, though it should");
        }
    }

    /** Whether the handler has failed so often, and is to be tried again. */
    private boolean goesOn(Call call, int failures) {
        boolean failed = !world.last().isSuccessful() || isAttempted(call, failures);
        return failed && handled(call) == 0;
    }

    private boolean isAttempted(Call call, int times) {
        return await("attempt " + times, () -> attempts(call) >= times || handled(call) > 0);
    }

    /** The first one: the sandbox makes it fail. */
    private static Handler failing(Call call) {
        if (handlers(call).isEmpty()) {
            throw Judgement.notChecked("delivery.handlers: the target file names none");
        }
        return handlers(call).get(0);
    }

    private static String attemptsOf(Call call) {
        String attempts = failing(call).attempts();
        if (attempts == null) {
            throw Judgement.notChecked("handlers.attempts: the target file does not say how attempts are counted");
        }
        return attempts;
    }

    /** They act in the background perhaps, but not after the one that fails. */
    private long othersAtOnce(Call call) {
        int wanted = handlers(call).size() - 1;
        var unused = machine.until(
                "the other handlers",
                Objects.requireNonNullElse(call.operation().effectsWithin(), Duration.ZERO),
                LOOK,
                () -> others(call) >= wanted || handled(call) > 0);
        long acted = handlers(call).stream()
                .skip(1)
                .mapToLong(handler -> effects.number(handler.effects(), call))
                .sum();
        if (acted >= wanted && wanted > 0 && handled(call) > 0) {
            throw Judgement.inconclusive("the handler that failed had acted before the others were looked at");
        }
        return acted;
    }

    private long others(Call call) {
        return handlers(call).stream()
                .skip(1)
                .mapToLong(handler -> effects.look(handler.effects(), call))
                .sum();
    }

    private boolean await(String what, BooleanSupplier condition) {
        return machine.until(what, LIMIT, LOOK, condition);
    }
}
