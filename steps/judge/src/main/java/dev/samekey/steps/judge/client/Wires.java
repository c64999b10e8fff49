package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.client.Outcome;
import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Received;
import java.util.List;

/** What arrived, as a report shows it. */
final class Wires {
    private static final int MOST_OPERATIONS = 30;
    private static final double NANOS_PER_MILLI = 1e6;

    private Wires() {}

    /** A line for each attempt and for each outcome; times in milliseconds after the first attempt of all. */
    static String table(List<Performed> performed) {
        long start = performed.stream()
                .flatMap(one -> one.attempts().stream())
                .mapToLong(Received::arrivedNanos)
                .min()
                .orElse(0);
        StringBuilder text = new StringBuilder();
        performed.stream().limit(MOST_OPERATIONS).forEach(one -> one(text, one, start));
        if (performed.size() > MOST_OPERATIONS) {
            text.append("… and ").append(performed.size() - MOST_OPERATIONS).append(" more operations\n");
        }
        return text.toString();
    }

    private static void one(StringBuilder text, Performed one, long start) {
        text.append(one).append(one.attempts().isEmpty() ? ": no request arrived\n" : "\n");
        one.attempts()
                .forEach(attempt -> text.append("  %8.1f ms  attempt %d  %s %s  key %s  → %s\n"
                        .formatted(
                                (attempt.arrivedNanos() - start) / NANOS_PER_MILLI,
                                attempt.number(),
                                attempt.method(),
                                attempt.target(),
                                attempt.key() == null ? "none" : attempt.key(),
                                words(attempt))));
        text.append("  ").append(words(one.outcome(), start)).append('\n');
    }

    private static String words(Received attempt) {
        String response = attempt.status() == null ? "no whole response" : String.valueOf(attempt.status());
        String asked = attempt.behaviour() instanceof Behaviour.Refuse refuse && refuse.retryAfter() != null
                ? ", Retry-After: " + refuse.retryAfter()
                : "";
        String loss = attempt.behaviour() instanceof Behaviour.Lose lose
                ? " (" + lose.loss().name().toLowerCase(java.util.Locale.ROOT) + ")"
                : "";
        return response + asked + loss + (attempt.acted() ? ", took effect" : "");
    }

    private static String words(@org.jspecify.annotations.Nullable Outcome outcome, long start) {
        if (outcome == null) {
            return "the client had not ended the operation";
        }
        String end = outcome.succeeded()
                .map(success -> success ? "success" : "failure " + outcome.failure())
                .orElse("ended, and does not say how");
        return "%8.1f ms  reported: %s%s%s"
                .formatted(
                        (outcome.endedNanos() - start) / NANOS_PER_MILLI,
                        end,
                        outcome.attempts() == null ? "" : ", attempts " + outcome.attempts(),
                        outcome.parked() ? ", parked" : "");
    }
}
