package dev.samekey.steps.judge.world;

import java.time.Duration;

/** A machine on which timers come late for two minutes. */
public final class BusyMachine {
    private BusyMachine() {}

    public static MachineWatch late(Duration timer) {
        MachineWatch watch = MachineWatch.none();
        long now = System.nanoTime();
        for (int millis = 0; millis < 120_000; millis += 100) {
            watch.add(new MachineWatch.Sample(now + Duration.ofMillis(millis).toNanos(), timer.toNanos(), 0));
        }
        return watch;
    }
}
