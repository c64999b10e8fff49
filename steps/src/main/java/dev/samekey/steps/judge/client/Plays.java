package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.model.contract.Retry.Decision;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** What the service does by the words of a scenario, as far as the contract promises what a client does about it. */
public final class Plays {
    private static final Duration FOREVER = Duration.ofDays(365_000);

    private final Bench bench;

    public Plays(Bench bench) {
        this.bench = bench;
    }

    /** Each operation fails so often before it succeeds; one that always fails ends with the last of its failures again. */
    public Script failing(Mishap mishap, Often often) {
        List<Behaviour> failures = mishap.parts().stream()
                .map(part -> part.behaviour(bench.contract()))
                .toList();
        long most = often == Often.ALWAYS ? Long.MAX_VALUE : (long) often.times() * failures.size();
        return (unique, number) -> number > most
                ? new Behaviour.Succeed()
                : failures.get(
                        often == Often.ALWAYS ? Math.min(number, failures.size()) - 1 : (number - 1) % failures.size());
    }

    /** Each operation fails so often, and is asked to wait each time. */
    public Script asking(Mishap mishap, Often often, Wait wait) {
        UnaryOperator<String> asked = asked(wait);
        if (!(mishap.behaviour(bench.contract()) instanceof Behaviour.Refuse refuse)) {
            throw new IllegalStateException("«" + mishap.words() + "» has no response that could ask to wait");
        }
        return (unique, number) -> number > often.times()
                ? new Behaviour.Succeed()
                : new Behaviour.Refuse(refuse.status(), refuse.reason(), asked.apply(unique));
    }

    /** What the service writes in the header for an operation; a date is that of the moment. */
    private UnaryOperator<String> asked(Wait wait) {
        Clock clock = Clock.systemUTC();
        return switch (wait) {
            case BEYOND -> {
                Duration most = bench.retry()
                        .longestAsked()
                        .orElseThrow(() -> Judgement.notApplicable("retry: the contract does not say that a client"
                                + " gives up which is asked to wait for too long: there is no «beyond: fail», and no"
                                + " total"));
                yield unique -> String.valueOf(most.toSeconds() + 1);
            }
            case UNKEPT -> inTurn(unkept(clock));
            default -> unique -> wait.header(clock);
        };
    }

    /** More seconds than a number holds cannot be kept where the contract has an end of all waits. */
    private List<String> unkept(Clock clock) {
        Stream<String> huge = bench.retry().waitsFor(FOREVER) ? Stream.empty() : Stream.of(Wait.OVERFLOW);
        return Stream.concat(Wait.unkept(clock).stream(), huge).toList();
    }

    /** Each operation has the next of the values, and keeps it. */
    private static UnaryOperator<String> inTurn(List<String> values) {
        Map<String, String> chosen = new ConcurrentHashMap<>();
        AtomicInteger next = new AtomicInteger();
        return unique -> chosen.computeIfAbsent(unique, unused -> values.get(next.getAndIncrement() % values.size()));
    }

    /**
     * What the contract must say for a scenario about a failure to be owed.
     *
     * @throws Judgement where the contract says nothing of this failure, or has not so many attempts
     */
    public void mustBeOwed(Mishap mishap, Often often) {
        for (Mishap part : mishap.parts()) {
            Decision said = decision(part)
                    .orElseThrow(() -> Judgement.notChecked(
                            "retry: the contract does not say what a client does after " + part.words()));
            Decision demanded = part.isTerminal() ? Decision.NEVER : Decision.RETRY;
            if (said != demanded) {
                throw Judgement.notApplicable("retry: after " + part.words() + " the contract says "
                        + said.name().toLowerCase(Locale.ROOT));
            }
        }
        int most = bench.retry().mostAttempts().orElse(Integer.MAX_VALUE);
        long needed = often == Often.ALWAYS
                ? 1
                : (long) often.times() * mishap.parts().size() + 1;
        if (needed > most) {
            throw Judgement.notApplicable(
                    "retry.attempts: the contract has " + most + " attempts, and this takes " + needed);
        }
    }

    /** What the contract says that a client does about a failure. */
    public Optional<Decision> decision(Mishap single) {
        if (single.isLoss()) {
            return bench.retry().onConnection();
        }
        Integer status = single.status(bench.contract());
        return status == null ? Optional.empty() : bench.retry().onResponse(status, single.code(bench.contract()));
    }

    /**
     * How many successes it takes until one more retry is in the budget, after so many requests with so many retries that used it
     * up. A client may send fewer than the contract allows: its own share is what it has sent, and its refund may be half as much.
     */
    public int successesToRefill(RetryBudget budget, Sent sent) {
        if (budget.isShare()) {
            double share = Objects.requireNonNull(budget.share());
            double own = sent.retries() == 0 ? share : Math.min(share, (double) sent.retries() / sent.requests());
            return (int) Math.ceil((sent.retries() + 1) / own) + 1 - sent.requests();
        }
        double refund = budget.refundOf(false) / 2;
        double tokens = Objects.requireNonNull(budget.cost()) + (budget.above() == null ? 0 : budget.above());
        return refund <= 0 ? Integer.MAX_VALUE : (int) Math.ceil(tokens / refund) + 1;
    }

    /** @param requests the retries among them */
    public record Sent(int requests, int retries) {}
}
