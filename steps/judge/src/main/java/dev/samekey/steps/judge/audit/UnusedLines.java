package dev.samekey.steps.judge.audit;

import java.util.ArrayList;
import java.util.List;

/** What of a recording could not be used, and why. */
public final class UnusedLines {
    private static final int MOST = 5;

    private final List<String> first = new ArrayList<>();
    private int count;

    void add(Recorded.Place place, String why) {
        count++;
        if (first.size() < MOST) {
            first.add(place + ": " + why);
        }
    }

    public int count() {
        return count;
    }

    /** The first of them, each with file, line and reason. */
    public List<String> first() {
        return List.copyOf(first);
    }
}
