package dev.samekey.client;

import dev.samekey.server.contract.RetryRules.ShareRules;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.LongSupplier;

/**
 * Retries are a share of all requests in a rolling window. All threads share it.
 *
 * @see ShareRules
 */
public final class ShareBudget implements Budget {
    private final ShareRules rules;
    private final LongSupplier nanoTime;
    private final Deque<Long> requests = new ArrayDeque<>();
    private final Deque<Long> retries = new ArrayDeque<>();

    /** @param nanoTime such as {@link System#nanoTime()} */
    public ShareBudget(ShareRules rules, LongSupplier nanoTime) {
        this.rules = rules;
        this.nanoTime = nanoTime;
    }

    @Override
    public synchronized void first() {
        requests.add(nanoTime.getAsLong());
    }

    @Override
    public synchronized boolean retry() {
        long now = nanoTime.getAsLong();
        forget(requests, now);
        forget(retries, now);
        int asked = requests.size() + 1;
        boolean left = asked < rules.least() || retries.size() + 1 <= rules.share() * asked;
        if (left) {
            requests.add(now);
            retries.add(now);
        }
        return left;
    }

    @Override
    public void success() {}

    private void forget(Deque<Long> times, long now) {
        long window = rules.window().toNanos();
        while (!times.isEmpty() && now - times.getFirst() > window) {
            times.removeFirst();
        }
    }
}
