package dev.samekey.client.defects;

import dev.samekey.client.Budget;

/** Once it was spent, it has a retry only every so often. */
final class SpentBudget implements Budget {
    private final Budget budget;
    private final int every;
    private boolean spent;
    private int allowed;

    /** @param every of how many retries one is sent */
    SpentBudget(Budget budget, int every) {
        this.budget = budget;
        this.every = every;
    }

    @Override
    public void first() {
        budget.first();
    }

    @Override
    public synchronized boolean retry() {
        boolean left = budget.retry();
        spent = spent || !left;
        return left && (!spent || ++allowed % every == 0);
    }

    @Override
    public void success() {
        budget.success();
    }
}
