package dev.samekey.steps.judge.act;

import dev.samekey.steps.judge.expect.Reading;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import java.time.Duration;

/** Keys that are locked for longer than their request takes. Who is refused as in progress retries until they are free. */
public final class LockedKeys {
    private static final Duration PAUSE = Duration.ofMillis(500);
    /** A key that is locked for so long after the response to its request is not let go of. */
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final World world;
    private final Checks checks;
    private final Reading reading;

    public LockedKeys(World world, Contract contract, Checks checks) {
        this.world = world;
        this.checks = checks;
        this.reading = new Reading(contract);
    }

    /** Sends a call until it is not refused as in progress, for 15 s at most. */
    public void await(Call call, Purpose purpose) {
        var unused = checks.machine()
                .until(
                        "a key to be let go of whose request was answered",
                        LIMIT,
                        PAUSE,
                        () -> world.send(call, purpose).answer(),
                        answer -> !reading.hasMetInProgress(answer));
    }
}
