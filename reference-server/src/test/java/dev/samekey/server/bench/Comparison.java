package dev.samekey.server.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** Payments in each second by pairs of rounds, each with the guard and then without it. */
final class Comparison {
    private final List<Pair> pairs = new ArrayList<>();

    void add(double guarded, double unguarded) {
        pairs.add(new Pair(guarded, unguarded));
    }

    @Override
    public String toString() {
        return String.format(
                Locale.ROOT,
                "%.0f | %.0f | %.2f (%.2f to %.2f)",
                quantile(0.5, Pair::guarded),
                quantile(0.5, Pair::unguarded),
                quantile(0.5, Pair::ratio),
                quantile(0, Pair::ratio),
                quantile(1, Pair::ratio));
    }

    private double quantile(double part, ToDoubleFunction<Pair> of) {
        double[] sorted = pairs.stream().mapToDouble(of).sorted().toArray();
        return sorted[(int) Math.round(part * (sorted.length - 1))];
    }

    private record Pair(double guarded, double unguarded) {
        double ratio() {
            return guarded / unguarded;
        }
    }
}
