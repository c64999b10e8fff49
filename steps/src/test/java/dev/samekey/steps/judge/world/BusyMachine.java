package dev.samekey.steps.judge.world;

import java.time.Duration;

/** A machine on which timers come late. */
public final class BusyMachine {
    private BusyMachine() {}

    public static MachineWatch late(Duration timer) {
        MachineWatch watch = MachineWatch.none();
        watch.add(new MachineWatch.Sample(System.nanoTime(), timer.toNanos(), 0));
        return watch;
    }
}
