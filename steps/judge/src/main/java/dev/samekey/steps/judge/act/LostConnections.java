package dev.samekey.steps.judge.act;

import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import java.time.Duration;
import java.util.function.Supplier;

/**
 * Requests whose connections are closed soon after they have left, each a little later than the one before: so that some are lost
 * while the target works, whatever it does then.
 */
public final class LostConnections {
    private static final Duration LEAST = Duration.ofMillis(20);
    private static final Duration MOST = Duration.ofMillis(500);

    private final World world;
    private final UnderWay underWay;

    public LostConnections(World world, UnderWay underWay) {
        this.world = world;
        this.underWay = underWay;
    }

    /** So many: the first at once, and the last after twice the time that a quick response takes. */
    public void loseSome(int count, Supplier<Call> next) {
        Duration longest = longest();
        for (int i = 0; i < count; i++) {
            Call call = i == 0 ? world.test(next.get()) : next.get();
            world.sendAndLeave(call, longest.multipliedBy(i).dividedBy(count - 1));
        }
    }

    private Duration longest() {
        Duration twice = underWay.quick().multipliedBy(2);
        return twice.compareTo(LEAST) < 0 ? LEAST : twice.compareTo(MOST) > 0 ? MOST : twice;
    }
}
