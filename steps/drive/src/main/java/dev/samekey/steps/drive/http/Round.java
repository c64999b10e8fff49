package dev.samekey.steps.drive.http;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One round of a race, as the callers saw it. */
public record Round(List<Exchange> exchanges) {
    private static final int FIRST_FAILURE = 500;
    private static final int LAST_STATUS = 599;
    private static final Set<Integer> REFUSE_ANYBODY =
            Set.of(301, 302, 303, 307, 308, 400, 401, 403, 404, 405, 406, 413, 415, 421, 426);

    public Round {
        exchanges = List.copyOf(exchanges);
    }

    /** How many requests were sent whole before the first response: so many were in flight together. */
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

    /**
     * The failure of the request that was executed: the only 5xx of the round. Its key may be free again, and another request
     * of the round may have been executed after it. Empty where several failed: they did not all have the key.
     */
    public Optional<Exchange> failure() {
        List<Exchange> failed = exchanges.stream()
                .filter(exchange -> exchange.reply().filter(Round::isFailure).isPresent())
                .toList();
        return failed.size() == 1 ? Optional.of(failed.get(0)) : Optional.empty();
    }

    private static boolean isFailure(Answer answer) {
        return answer.status() >= FIRST_FAILURE && answer.status() <= LAST_STATUS;
    }

    /**
     * Whether it shows nothing about duplicates: no request succeeded, and some got no response, the one that was executed
     * failed, or all were refused for a reason that has nothing to do with duplicates.
     */
    public boolean isUnheard() {
        List<Answer> answers = exchanges.stream()
                .flatMap(exchange -> exchange.reply().stream())
                .toList();
        return answers.stream().noneMatch(Answer::isSuccessful)
                && (answers.size() < exchanges.size()
                        || failure().isPresent()
                        || answers.stream().allMatch(Round::isForAnybody));
    }

    private static boolean isForAnybody(Answer answer) {
        return REFUSE_ANYBODY.contains(answer.status()) || answer.status() > LAST_STATUS;
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

    /** A {@link RaceLine} for each runner, in the order of the responses, after two lines of heading. */
    public String table() {
        List<Request> requests = requests();
        long start = exchanges.stream().mapToLong(Exchange::sent).min().orElse(0);
        List<Exchange> byResponse = exchanges.stream()
                .sorted(Comparator.comparingLong(Exchange::answered))
                .toList();
        List<String> bodies =
                byResponse.stream().flatMap(Round::body).distinct().toList();
        Stream<String> heading = Stream.of(
                overlap() + " of " + exchanges.size() + " were under way together; they left within "
                        + millis(spread().toNanos()) + " ms",
                RaceLine.HEADING);
        Stream<String> lines = byResponse.stream()
                .map(exchange -> "%7s  %11s  %6s  %7d  %4s  %s"
                        .formatted(
                                millis(exchange.sent() - start),
                                millis(exchange.answered() - start),
                                exchange.reply()
                                        .map(answer -> String.valueOf(answer.status()))
                                        .orElse("none"),
                                requests.indexOf(exchange.request()) + 1,
                                body(exchange)
                                        .map(body -> String.valueOf(bodies.indexOf(body) + 1))
                                        .findFirst()
                                        .orElse("-"),
                                exchange.replica()));
        return Stream.concat(heading, lines).collect(Collectors.joining("\n"));
    }

    /** That of a success, where it is not empty. */
    private static Stream<String> body(Exchange exchange) {
        return exchange.reply().filter(Answer::isSuccessful).map(Answer::body).filter(body -> !body.isEmpty()).stream();
    }

    private static String millis(long nanos) {
        return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
    }
}
