package dev.samekey.client.defects;

import dev.samekey.client.AttemptResult.Response;
import dev.samekey.client.Budget;
import dev.samekey.client.ClientParts;
import dev.samekey.server.contract.RetryRules;
import java.time.Duration;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Budgets that do not hold, that make callers wait, or that do not come back (BUD-1 to BUD-3). */
final class WrongBudgets {
    private static final int NEVER = Integer.MAX_VALUE;
    private static final int FIFTH = 5;

    private WrongBudgets() {}

    static List<ClientDefect> all() {
        return List.of(
                new ClientDefect(
                                "no-budget",
                                "BUD-1",
                                "Retries are not counted.",
                                parts -> parts.withBudget(Budget.UNLIMITED))
                        .with("BUD-2")
                        .in("charges"),
                new ClientDefect(
                                "budget-per-thread",
                                "BUD-1",
                                "Each of sixteen threads has a budget of its own.",
                                parts -> BudgetOfThreads.in(parts, full(parts)))
                        .with("BUD-2")
                        .in("charges"),
                new ClientDefect(
                                "budget-blocks-caller",
                                "BUD-2",
                                "Where the budget is spent, the caller waits until it has a retry again, for 3 s at"
                                        + " most.",
                                parts -> BlockingBudget.in(parts, Duration.ofSeconds(3), true))
                        .in("charges"),
                new ClientDefect(
                                "budget-waits-out-schedule",
                                "BUD-2",
                                "Where the budget is spent, the caller hears of it when all delays are over.",
                                parts -> BlockingBudget.in(parts, schedule(parts), false))
                        .in("charges"),
                new ClientDefect(
                                "budget-never-refills",
                                "BUD-3",
                                "A budget that was spent has no retry any more.",
                                parts -> parts.withBudget(new SpentBudget(parts.budget(), NEVER)))
                        .in("charges"),
                new ClientDefect(
                                "budget-refills-in-part",
                                "BUD-3",
                                "A budget that was spent has every fifth retry that it should have.",
                                parts -> parts.withBudget(new SpentBudget(parts.budget(), FIFTH)))
                        .in("charges"),
                new ClientDefect(
                                "budget-refills-on-refusals",
                                "BUD-3",
                                "A refusal gives back as many tokens as a success.",
                                WrongBudgets::refilledByRefusals)
                        .in("retry-safe"));
    }

    private static ClientParts refilledByRefusals(ClientParts parts) {
        return parts.withSender((request, limit) -> parts.sender()
                .send(request, limit)
                .thenApply(reply -> {
                    if (reply instanceof Response refused && refused.status() / 100 == 4) {
                        parts.budget().success();
                    }
                    return reply;
                }));
    }

    private static Supplier<Budget> full(ClientParts parts) {
        return () -> parts.base()
                .contract()
                .retry()
                .budget()
                .map(ClientParts::budget)
                .orElse(Budget.UNLIMITED);
    }

    private static Duration schedule(ClientParts parts) {
        RetryRules rules = parts.base().contract().retry();
        return IntStream.range(1, rules.attempts())
                .mapToObj(rules.delays()::before)
                .reduce(Duration.ZERO, Duration::plus);
    }
}
