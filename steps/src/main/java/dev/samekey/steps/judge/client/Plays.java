package dev.samekey.steps.judge.client;

import dev.samekey.steps.drive.service.Behaviour;
import dev.samekey.steps.drive.service.Script;
import dev.samekey.steps.model.contract.Retry.Decision;
import dev.samekey.steps.model.contract.RetryBudget;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Clock;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;

/** What the service does by the words of a scenario, as far as the contract promises what a client does about it. */
public final class Plays {
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
        Clock clock = Clock.systemUTC();
        if (!(mishap.behaviour(bench.contract()) instanceof Behaviour.Refuse refuse)) {
            throw new IllegalStateException("«" + mishap.words() + "» has no response that could ask to wait");
        }
        return (unique, number) -> number > often.times()
                ? new Behaviour.Succeed()
                : new Behaviour.Refuse(refuse.status(), refuse.reason(), wait.header(clock));
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

    /** How many successes it takes until one more retry is in the budget, after so many requests with so many retries. */
    public int successesToRefill(RetryBudget budget, Sent sent) {
        if (budget.isShare()) {
            double requests = (sent.retries() + 1) / Objects.requireNonNull(budget.share());
            return (int) Math.ceil(requests) + 1 - sent.requests();
        }
        double refund = budget.refundOf(false);
        double tokens = Objects.requireNonNull(budget.cost()) + (budget.above() == null ? 0 : budget.above());
        return refund <= 0 ? Integer.MAX_VALUE : (int) Math.ceil(tokens / refund) + 1;
    }

    /** @param requests the retries among them */
    public record Sent(int requests, int retries) {}
}
