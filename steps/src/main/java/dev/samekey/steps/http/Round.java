package dev.samekey.steps.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.StringJoiner;

/** One round of a race, as the callers saw it. */
public record Round(List<Exchange> exchanges) {
    public Round {
        exchanges = List.copyOf(exchanges);
    }

    /** How many had been sent whole before the first answer came: so many were under way together. */
    public int overlap() {
        long first = exchanges.stream()
                .filter(exchange -> exchange.answer() != null)
                .mapToLong(Exchange::answered)
                .min()
                .orElse(Long.MIN_VALUE);
        return (int)
                exchanges.stream().filter(exchange -> exchange.sent() < first).count();
    }

    /** Whether at least two were under way together: only then one could get into the other's way. */
    public boolean isContended() {
        return overlap() > 1;
    }

    /** From the first request that left to the last. */
    public Duration spread() {
        LongSummaryStatistics sent =
                exchanges.stream().mapToLong(Exchange::sent).summaryStatistics();
        return Duration.ofNanos(sent.getMax() - sent.getMin());
    }

    /** What raced: the requests that differ, in the order of the entries. */
    public List<Request> requests() {
        return exchanges.stream().map(Exchange::request).distinct().toList();
    }

    /** A line for each runner, in the order in which the answers came; the request is its number among those that differ. */
    public String table() {
        List<Request> requests = requests();
        long start = exchanges.stream().mapToLong(Exchange::sent).min().orElse(0);
        StringJoiner table = new StringJoiner("\n");
        table.add(overlap() + " of " + exchanges.size() + " were under way together; they left within "
                + millis(spread().toNanos()) + " ms");
        table.add("sent ms  answered ms  status  request  replica");
        exchanges.stream()
                .sorted(Comparator.comparingLong(Exchange::answered))
                .forEach(exchange -> table.add("%7s  %11s  %6s  %7d  %s"
                        .formatted(
                                millis(exchange.sent() - start),
                                millis(exchange.answered() - start),
                                exchange.reply()
                                        .map(answer -> String.valueOf(answer.status()))
                                        .orElse("none"),
                                requests.indexOf(exchange.request()) + 1,
                                exchange.replica())));
        return table.toString();
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
    }
}
