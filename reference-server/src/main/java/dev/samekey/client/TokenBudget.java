package dev.samekey.client;

import dev.samekey.server.contract.RetryRules.TokenRules;

/** A retry costs tokens, and a success gives some back. All threads share the bucket. */
public final class TokenBudget implements Budget {
    private final TokenRules rules;
    private double tokens;

    public TokenBudget(TokenRules rules) {
        this.rules = rules;
        tokens = rules.tokens();
    }

    @Override
    public void first() {}

    @Override
    public synchronized boolean retry() {
        boolean left = tokens >= rules.cost();
        if (left) {
            tokens -= rules.cost();
        }
        return left;
    }

    @Override
    public synchronized void success() {
        tokens = Math.min(rules.tokens(), tokens + rules.refund());
    }
}
