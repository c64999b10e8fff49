package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Objects;

/**
 * Whether the retries of a client stay in its budget, moment by moment. What cannot be known from outside counts in the client's
 * favour: one retry may be on its way at each moment, a window is longer by the tolerance for requests and shorter for retries,
 * and a success gives its tokens back as soon as its request was sent.
 *
 * @param requests how many were sent, with the retries
 * @param retries how many of them were retries
 * @param worst the moment that is most above the budget, or nearest to it
 */
public record BudgetReview(Verdict verdict, int requests, int retries, Moment worst, List<Moment> breaches) {
    private static final int UNDER_WAY = 1;

    /** What happened to one request. */
    public enum Outcome {
        SUCCESS,
        /** A failure that the contract retries. */
        FAILURE,
        /** It is no sign of the service's health: refused for good, or not known. */
        OTHER
    }

    /**
     * One attempt.
     *
     * @param at when it was sent, since the start of the observation
     * @param isRetry whether it is not the first of its operation
     */
    public record Sent(Duration at, boolean isRetry, Outcome outcome) {}

    /**
     * What the budget allowed when a retry was sent.
     *
     * @param at when
     * @param requests the requests of the window, or of the whole for a budget of tokens
     * @param retries the retries of the window; the tokens that the retry needs
     * @param allowed the retries that were allowed; the tokens that were there
     */
    public record Moment(Duration at, int requests, double retries, double allowed) {
        /** In words: such as {@code at most 3.0 tokens spent, 1.2 s after the first request}. */
        public String allowed(RetryBudget budget) {
            return String.format(
                    Locale.ROOT,
                    "at most %.1f %s, %.1f s after the first request",
                    allowed,
                    budget.isShare() ? "retries in the window" : "tokens spent",
                    at.toMillis() / 1000.0);
        }

        /** In words. */
        public String actual() {
            return String.format(Locale.ROOT, "%.1f", retries);
        }

        double excess() {
            return retries - allowed;
        }
    }

    public BudgetReview {
        breaches = List.copyOf(breaches);
    }

    /** What was allowed at each retry. Without a retry there is nothing to judge. */
    public static BudgetReview of(RetryBudget budget, List<Sent> sent, Noise noise) {
        List<Sent> sorted = sent.stream().sorted(Comparator.comparing(Sent::at)).toList();
        List<Moment> moments = budget.isShare() ? shares(budget, sorted, noise) : tokens(budget, sorted);
        List<Moment> breaches =
                moments.stream().filter(moment -> moment.excess() > 1e-9).toList();
        return new BudgetReview(
                breaches.isEmpty() ? (moments.isEmpty() ? Verdict.INCONCLUSIVE : Verdict.HELD) : Verdict.BROKEN,
                sorted.size(),
                (int) sorted.stream().filter(Sent::isRetry).count(),
                moments.stream()
                        .max(Comparator.comparingDouble(Moment::excess))
                        .orElse(new Moment(Duration.ZERO, sorted.size(), 0, 0)),
                breaches);
    }

    /** At each retry the share of the window that ends there. */
    private static List<Moment> shares(RetryBudget budget, List<Sent> sent, Noise noise) {
        Duration window = Objects.requireNonNull(budget.window());
        double share = Objects.requireNonNull(budget.share());
        int least = Objects.requireNonNullElse(budget.least(), 0);
        List<Moment> moments = new ArrayList<>();
        for (Sent one : sent) {
            if (one.isRetry()) {
                Duration wide = one.at().minus(window).minus(noise.tolerance());
                Duration narrow = one.at().minus(window).plus(noise.tolerance());
                Duration soon = one.at().plus(noise.tolerance());
                int requests = (int) sent.stream()
                        .filter(each ->
                                each.at().compareTo(wide) > 0 && each.at().compareTo(soon) <= 0)
                        .count();
                int retries = (int) sent.stream()
                        .filter(Sent::isRetry)
                        .filter(each ->
                                each.at().compareTo(narrow) > 0 && each.at().compareTo(one.at()) <= 0)
                        .count();
                double allowed = share * Math.max(least, requests) + UNDER_WAY;
                moments.add(new Moment(one.at(), requests, retries, allowed));
            }
        }
        return moments;
    }

    private static List<Moment> tokens(RetryBudget budget, List<Sent> sent) {
        double most = Objects.requireNonNull(budget.tokens());
        double cost = Objects.requireNonNull(budget.cost());
        boolean byFailure = budget.charged() == RetryBudget.Charged.FAILURE;
        double needed = Objects.requireNonNullElse(budget.above(), byFailure ? 0 : cost);
        double slack = UNDER_WAY * cost;
        double tokens = most + slack;
        int requests = 0;
        List<Moment> moments = new ArrayList<>();
        for (Sent one : sent) {
            requests++;
            if (one.isRetry()) {
                moments.add(new Moment(one.at(), requests, needed, tokens));
            }
            if (byFailure ? one.outcome() == Outcome.FAILURE : one.isRetry()) {
                tokens = Math.max(0, tokens - cost);
            }
            if (one.outcome() == Outcome.SUCCESS) {
                tokens = Math.min(most + slack, tokens + budget.refundOf(one.isRetry()));
            }
        }
        return moments;
    }
}
