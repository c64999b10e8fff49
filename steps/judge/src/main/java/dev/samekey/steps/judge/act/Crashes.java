package dev.samekey.steps.judge.act;

import dev.samekey.oracles.evidence.Seen;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.event.Producer;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.process.Crash;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Effects;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Seed;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Kills the target while calls are in progress, and starts it again. Scenarios share a crash. */
public final class Crashes {
    private static final Duration WATCH = Duration.ofMillis(20);
    private static final Duration LONGEST_WATCH = Duration.ofSeconds(5);

    /** Calls are sent so far apart at most, and so that about so many are in progress at any moment. */
    private static final Duration MOST_APART = Duration.ofMillis(10);

    private static final int IN_PROGRESS = 4;
    private static final Duration LEAST_APART = Duration.ofMillis(2);

    /** They are sent for so long: a kill takes a while, and they go on until it is done. */
    private static final Duration SENDING = Duration.ofMillis(300);

    /** Of that time, the crash comes after a share between these, in hundredths. */
    private static final int EARLIEST = 25;

    private static final int LATEST = 65;

    /** A target that has just started takes its time with the first one. */
    private static final Duration FIRST = Duration.ofSeconds(5);

    private final World world;
    private final Capabilities capabilities;
    private final Crash crash;
    private final UnderWay underWay;
    private final Effects effects;
    private final Seed seed;
    private final Producer producer;
    private final MachineWatch machine;

    public Crashes(
            World world,
            Capabilities capabilities,
            Crash crash,
            UnderWay underWay,
            Effects effects,
            Seed seed,
            Producer producer,
            MachineWatch machine) {
        this.world = world;
        this.capabilities = capabilities;
        this.crash = crash;
        this.underWay = underWay;
        this.effects = effects;
        this.seed = seed;
        this.producer = producer;
        this.machine = machine;
    }

    /** Ends the scenario where the target cannot be killed and started again. */
    public void require() {
        capabilities.requireRestart();
    }

    /** Kills the target while nothing is in progress. */
    public void restart() {
        require();
        crash.awaitReady();
        world.byHand("kill the target, and start it again");
        crash.kill();
        crash.start();
        effects.restarted();
    }

    /**
     * A call that a crash met.
     *
     * @param end what became of it
     * @param sent when it was sent, on the clock of {@link System#nanoTime()}
     * @param dead when the target was dead at the latest, on the same clock
     */
    public record Interruption(Exchange end, long sent, long dead) {
        /** How long after a time of that clock the crash came, at most. */
        public Duration after(long time) {
            return Duration.ofNanos(dead - time);
        }
    }

    /**
     * Sends a call, kills the target at a moment, and starts it again.
     *
     * @param moment comes back when the target is to be killed
     */
    public Interruption interrupt(Call call, Runnable moment) {
        crash.awaitReady();
        return killDuring(call, moment);
    }

    /** The same once more, in a scenario that shares the target with nobody. */
    public Interruption interruptAgain(Call call, Runnable moment) {
        crash.again();
        return interrupt(call, moment);
    }

    /**
     * The same with a call that is sent when the other scenarios at this crash wait for it, so that none of them makes the
     * crash come after the response.
     */
    public Interruption interruptLast(Call call, Runnable moment) {
        crash.awaitReady();
        crash.awaitOthers();
        return killDuring(call, moment);
    }

    /**
     * Waits until a slow call that was sent last is well under way in the target. On a busy machine that takes until its record
     * or its inbox row shows it, or the machine cannot be why none does.
     */
    public void awaitArrival(Call call) {
        Await.pause("a slow request to reach the target", underWay.headStart());
        var unused = machine.see(
                "what a slow request leaves first", () -> underWay.isDone() || isTakenUp(call), taken -> taken);
    }

    private boolean isTakenUp(Call call) {
        Operation operation = call.operation();
        if (operation.role() == Role.EVENT) {
            return capabilities.hasInbox()
                    && isKnown(capabilities.inbox()::of, producer.id(call.delivery(), call.request()));
        }
        return capabilities.hasRecords() && isKnown(capabilities.records()::of, String.valueOf(call.key()));
    }

    private static <T> boolean isKnown(Function<String, Seen<List<T>>> oracle, String id) {
        return !Capabilities.ask(() -> oracle.apply(id)).value().isEmpty();
    }

    private Interruption killDuring(Call call, Runnable moment) {
        world.byHand("kill the target while the next request is in progress, and start it again");
        long sent = System.nanoTime();
        underWay.send(call);
        moment.run();
        crash.kill();
        long dead = System.nanoTime();
        world.interrupt(call);
        Exchange end = underWay.end();
        crash.start();
        effects.restarted();
        return new Interruption(end, sent, dead);
    }

    /**
     * Sends one call after the other, and kills the target when some have a response and others are in progress.
     *
     * @param least how many calls at least; a target that is quick gets more, so that some are in progress when it is killed.
     *     What it accepts first and does later is in progress for long enough.
     */
    public void interruptSome(int least, Supplier<Call> next) {
        Duration apart = apart();
        Call first = world.test(next.get());
        long count = first.operation().poll() == null ? Math.max(least, SENDING.dividedBy(apart)) : least;
        List<Call> calls = Stream.concat(Stream.of(first), Stream.generate(next))
                .limit(count)
                .toList();
        crash.awaitReady();
        crash.awaitAllOthers();
        world.byHand("kill the target while the next requests are in progress, and start it again");
        underWay.sendSteadily(calls, apart);
        // The same for all who share the crash, for it comes when the last of them has got there.
        int share = seed.between("crash", EARLIEST, LATEST);
        Await.pause("a moment of a crash", SENDING.multipliedBy(share).dividedBy(100));
        underWay.awaitFirst(FIRST);
        crash.kill();
        int sent = underWay.stopSending();
        List<Exchange> ends = underWay.all();
        crash.start();
        effects.restarted();
        calls.subList(0, sent).forEach(world::interrupt);
        long answered = ends.stream().filter(end -> end.answer() != null).count();
        if (answered == 0 || answered == ends.size()) {
            throw Judgement.inconclusive((answered == 0 ? "none" : "all") + " of " + ends.size()
                    + " requests had a response before the crash");
        }
    }

    private Duration apart() {
        Duration apart = underWay.quick().dividedBy(IN_PROGRESS);
        return apart.compareTo(MOST_APART) > 0 ? MOST_APART : apart.compareTo(LEAST_APART) < 0 ? LEAST_APART : apart;
    }

    /** Waits until a condition is met, or the call in progress has ended, but not long. */
    public void await(BooleanSupplier condition) {
        Await.until("the moment of a crash", LONGEST_WATCH, WATCH, () -> condition.getAsBoolean() || underWay.isDone());
    }

    /** How many effects of a call every oracle has seen by now. */
    public long effects(Call call) {
        return effects.count(call, world.senders()).values().stream()
                .mapToLong(Long::longValue)
                .min()
                .orElse(0);
    }

    /** What has a response was not interrupted. */
    public static void requireNoResponse(Interruption interruption) {
        interruption.end().reply().ifPresent(answer -> {
            throw Judgement.inconclusive(
                    "the target responded before the crash", new Fact("actual", answer.described()));
        });
    }
}
