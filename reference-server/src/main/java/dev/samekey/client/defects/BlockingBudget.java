package dev.samekey.client.defects;

import dev.samekey.client.Budget;
import dev.samekey.client.ClientParts;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Waits where the budget is spent, until it has a retry again or the patience is over. */
record BlockingBudget(Budget budget, Duration patience, boolean asksAgain) implements Budget {
    private static final long PAUSE = TimeUnit.MILLISECONDS.toNanos(100);

    static ClientParts in(ClientParts parts, Duration patience, boolean asksAgain) {
        // Threads of its own, so that those who wait keep nobody else from working.
        ExecutorService threads = Executors.newCachedThreadPool();
        return parts.withBudget(new BlockingBudget(parts.budget(), patience, asksAgain))
                .withSender((request, limit) ->
                        parts.sender().send(request, limit).thenApplyAsync(reply -> reply, threads));
    }

    @Override
    public void first() {
        budget.first();
    }

    @Override
    public boolean retry() {
        long end = System.nanoTime() + patience.toNanos();
        boolean left = budget.retry();
        while (!left && System.nanoTime() - end < 0) {
            LockSupport.parkNanos(PAUSE);
            left = asksAgain && budget.retry();
        }
        return left;
    }

    @Override
    public void success() {
        budget.success();
    }
}
