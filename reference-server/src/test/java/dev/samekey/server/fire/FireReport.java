package dev.samekey.server.fire;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** What happened under fire, as a table. */
record FireReport(long seed, int kills, int crashes, List<Told> told, Books books, Duration took) {
    @Override
    public String toString() {
        return rows().entrySet().stream()
                .map(row -> "| " + row.getKey() + " | " + row.getValue() + " |\n")
                .collect(Collectors.joining("", "| under fire | |\n|---|---|\n", ""));
    }

    private Map<String, Object> rows() {
        long attempts = told.stream().mapToLong(Told::attempts).sum();
        Map<String, Object> rows = new LinkedHashMap<>();
        rows.put("kills of a replica", kills);
        rows.put("crashes of the database", crashes);
        rows.put("operations, each with its outcome", told.size());
        rows.put("of these accepted", told.stream().filter(Told::accepted).count());
        rows.put(
                "of these sent more than once",
                told.stream().filter(one -> one.attempts() > 1).count());
        rows.put("retries", attempts - told.size());
        rows.put(
                "outcomes whose first answer was lost",
                told.stream().filter(Told::isReplay).count());
        rows.put("claims taken over from a dead attempt", books.takenOver());
        rows.put("effects that happened twice", books.duplicates());
        rows.put(
                "longest way to an outcome",
                seconds(longest(told.stream()
                        .map(one -> Duration.ofMillis(one.millis()))
                        .toList())));
        rows.put("time, start and checks included", seconds(took));
        rows.put("seed", seed);
        return rows;
    }

    private static Duration longest(List<Duration> times) {
        return times.stream().max(Duration::compareTo).orElse(Duration.ZERO);
    }

    private static String seconds(Duration time) {
        return String.format(Locale.ROOT, "%.2f s", time.toMillis() / 1000.0);
    }
}
