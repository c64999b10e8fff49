package dev.samekey.steps.judge.client;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.PriorityQueue;

/** How long the scenarios of a run would take, in their order. */
public final class PlannedTime {
    private final List<Duration> times = new ArrayList<>();
    private int clients;

    synchronized void add(Duration time, int howManyClients) {
        times.add(time);
        clients += howManyClients;
    }

    /** How many clients would be started. */
    public synchronized int clients() {
        return clients;
    }

    /** How long they would take, so many of them side by side: each begins when the first of those before it ends. */
    public synchronized Duration sideBySide(int atOnce) {
        PriorityQueue<Duration> free = new PriorityQueue<>();
        Duration end = Duration.ZERO;
        for (Duration time : times) {
            Duration begin = free.size() < atOnce ? Duration.ZERO : free.remove();
            Duration until = begin.plus(time);
            free.add(until);
            end = until.compareTo(end) > 0 ? until : end;
        }
        return end;
    }
}
