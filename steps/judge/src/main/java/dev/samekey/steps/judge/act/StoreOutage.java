package dev.samekey.steps.judge.act;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.fault.StoreSwitch;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;

/** Takes the store away from the target for a while. */
public final class StoreOutage {
    private static final Duration LIMIT = Duration.ofSeconds(10);
    private static final Duration PROBE = Duration.ofMillis(200);

    private final World world;
    private final Calls calls;
    private final Capabilities capabilities;

    public StoreOutage(World world, Calls calls, Capabilities capabilities) {
        this.world = world;
        this.calls = calls;
        this.capabilities = capabilities;
    }

    /** Does something while the store is unreachable, and comes back when the target serves again. */
    public void during(Runnable action) {
        StoreSwitch store = capabilities.store();
        try {
            world.byHand("take the store away from the target");
            store.cut();
            action.run();
        } finally {
            store.restore();
            world.byHand("give the store back to the target");
        }
        awaitRecovery(world.call().operation());
    }

    /** A target that was cut off from its store takes a while to find back; until then it refuses every request. */
    private void awaitRecovery(Operation operation) {
        if (Await.until("the target to serve again", LIMIT, PROBE, () -> servesAgain(operation))) {
            return;
        }
        throw Judgement.inconclusive("the target did not reach its store again within " + LIMIT.toSeconds() + " s");
    }

    private boolean servesAgain(Operation operation) {
        try {
            return !World.answer(world.aside(calls.prepare(operation), "does the target serve again?"))
                    .isOutOfService();
        } catch (Judgement silent) {
            if (silent.verdict() != Verdict.INCONCLUSIVE) {
                throw silent;
            }
            return false;
        }
    }
}
