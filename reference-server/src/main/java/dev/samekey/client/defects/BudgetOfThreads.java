package dev.samekey.client.defects;

import dev.samekey.client.Budget;
import dev.samekey.client.ClientParts;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Gives each of sixteen threads a budget of its own. */
record BudgetOfThreads(ThreadLocal<Budget> own) implements Budget {
    private static final int THREADS = 16;

    static ClientParts in(ClientParts parts, Supplier<Budget> full) {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        return parts.withBudget(new BudgetOfThreads(ThreadLocal.withInitial(full)))
                .withSender((request, limit) ->
                        parts.sender().send(request, limit).thenApplyAsync(reply -> reply, threads));
    }

    @Override
    public void first() {
        own.get().first();
    }

    @Override
    public boolean retry() {
        return own.get().retry();
    }

    @Override
    public void success() {
        own.get().success();
    }
}
