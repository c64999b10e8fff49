package dev.samekey.cli;

import java.util.Collection;
import java.util.Comparator;
import java.util.stream.IntStream;

/** Finds the name that was meant. */
final class Nearest {
    private Nearest() {}

    /** The known name that takes the fewest changes. */
    static String to(String name, Collection<String> known) {
        return known.stream()
                .min(Comparator.comparingInt(candidate -> distance(name, candidate)))
                .orElse("");
    }

    /** Levenshtein's: how many characters must be added, dropped or changed. */
    private static int distance(String left, String right) {
        int[] row = IntStream.rangeClosed(0, right.length()).toArray();
        for (int i = 1; i <= left.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= right.length(); j++) {
                int change = diagonal + (left.charAt(i - 1) == right.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(change, Math.min(row[j], row[j - 1]) + 1);
            }
        }
        return row[right.length()];
    }
}
