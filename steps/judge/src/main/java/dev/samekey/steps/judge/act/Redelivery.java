package dev.samekey.steps.judge.act;

import dev.samekey.steps.drive.downstream.Arrival;
import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.judge.expect.Delay;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Lets the target's time go on, in steps that double, until a sink has accepted a report. When an attempt arrives, the delay
 * before it is known to within the last step.
 */
public final class Redelivery {
    /** After each step an attempt that is due gets this time to arrive. */
    public static final Duration LOOK = Duration.ofMillis(700);

    private static final Duration FIRST_STEP = Duration.ofMillis(500);
    /** A target that waits longer than that has given up. */
    private static final Duration MOST = Duration.ofHours(6);

    private final Counterpart sink;
    private final Call call;
    private final boolean hasClock;
    private final TargetTime time;
    private final List<Delay> delays = new ArrayList<>();
    private Duration advanced = Duration.ZERO;
    private long since = System.nanoTime();

    public Redelivery(Counterpart sink, Call call, Capabilities capabilities, TargetTime time) {
        this.sink = sink;
        this.call = call;
        this.hasClock = capabilities.hasClock();
        this.time = time;
    }

    /** Whether the sink has accepted an attempt before the time was over. The first attempt must be there. */
    public boolean untilAccepted() {
        int attempts = 1;
        while (!isAccepted(arrivals(0, Duration.ZERO))) {
            attempts++;
            if (!arrives(attempts)) {
                return false;
            }
        }
        return true;
    }

    /** What lay between each attempt and the one before, in their order. */
    public List<Delay> delays() {
        return List.copyOf(delays);
    }

    /**
     * How long an attempt was waited for.
     *
     * @param target on the target's clock
     * @param real on the real one
     */
    public record Waited(Duration target, Duration real) {}

    /** How long the last attempt was waited for. */
    public Waited waited() {
        return new Waited(advanced, Duration.ofNanos(System.nanoTime() - since));
    }

    /** Whether one of the attempts was accepted. */
    public static boolean isAccepted(List<Arrival> attempts) {
        return attempts.stream().anyMatch(attempt -> attempt.response().startsWith("2"));
    }

    private boolean arrives(int count) {
        Instant before = arrivals(0, Duration.ZERO).get(count - 2).at();
        advanced = Duration.ZERO;
        since = System.nanoTime();
        Duration least = Duration.ZERO;
        for (Duration step = FIRST_STEP; ; step = step.multipliedBy(2)) {
            List<Arrival> seen = arrivals(count, LOOK);
            if (seen.size() >= count) {
                Duration most =
                        Duration.between(before, seen.get(count - 1).at()).plus(advanced);
                delays.add(new Delay(least, most));
                return true;
            }
            if (advanced.compareTo(MOST) > 0) {
                return false;
            }
            least = Duration.between(before, Instant.now()).plus(advanced);
            time.pass(step);
            // Without a clock the time has really passed.
            advanced = hasClock ? advanced.plus(step) : advanced;
        }
    }

    private List<Arrival> arrivals(int count, Duration limit) {
        return sink.await(call.unique(), count, limit).value();
    }
}
