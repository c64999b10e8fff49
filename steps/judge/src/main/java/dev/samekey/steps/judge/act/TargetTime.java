package dev.samekey.steps.judge.act;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;

/** The target's time: what the contract says of it, and how it passes. */
public final class TargetTime {
    /** Without a clock that can be moved, a time as short as this is waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    /** So is a lifetime, and half of it more. */
    private static final Duration LONGEST_WAITED = Duration.ofSeconds(15);

    /** So much before or after the end of a lifetime a request is sent. */
    private static final Duration A_LITTLE = Duration.ofMinutes(1);

    /** One that is shorter leaves too little room for that. */
    private static final Duration SHORT = A_LITTLE.multipliedBy(3);

    /** Half of one that is shorter still is no room for a request. */
    private static final Duration SHORTEST = Duration.ofSeconds(4);

    private final Contract contract;
    private final Capabilities capabilities;
    private final Journal journal;

    public TargetTime(Contract contract, Capabilities capabilities, Journal journal) {
        this.contract = contract;
        this.capabilities = capabilities;
        this.journal = journal;
    }

    /** Lets a time pass on the target's clock, or on the real one where that is short enough. */
    public void pass(Duration time) {
        if (capabilities.hasClock()) {
            journal.note(
                    "move the clock forward by " + time, capabilities.clock().advance(time));
        } else if (time.compareTo(PATIENCE) <= 0) {
            Await.pause("the target's time to pass", time);
        } else {
            throw Judgement.notChecked("clock: the target file has no «clock», and " + time + " is too long to wait");
        }
    }

    /** What the target's clock shows, but for a difference that does not change. */
    public Instant now() {
        return capabilities.time().instant();
    }

    /** How long an original may take before another request may take it over (TTL-7). */
    public Duration processingTimeout() {
        Duration timeout = contract.processingTimeout();
        if (timeout == null) {
            throw Judgement.notChecked(
                    "processing_timeout: the contract does not say when a claim counts as abandoned");
        }
        return timeout;
    }

    /**
     * How much before or after the end of such a lifetime a request is sent: a minute, and of a short lifetime half of it. The
     * end of the scenario where that age cannot be met: a lifetime of more than 15 s needs a clock that can be moved.
     */
    public Duration margin(Duration lifetime) {
        if (!capabilities.hasClock() && lifetime.compareTo(LONGEST_WAITED) > 0) {
            var unused = capabilities.clock();
        }
        if (lifetime.compareTo(SHORTEST) < 0) {
            throw Judgement.notChecked("lifetime: one of " + lifetime.toMillis() + " ms is too short to be tried just"
                    + " before its end; it must be " + SHORTEST.toSeconds() + " s at least");
        }
        return lifetime.compareTo(SHORT) < 0 ? lifetime.dividedBy(2) : A_LITTLE;
    }

    /** The moment after which nothing counts that is to come so much before the end of a lifetime, on the real clock. */
    public long lastMoment(long began, Duration age, Duration margin) {
        return began
                + margin.plus(capabilities.hasClock() ? Duration.ZERO : age).toNanos();
    }

    /** How long the key of an operation lives. */
    public Duration lifetime(Operation operation) {
        Contract.Lifetime lifetime = lifetimes();
        return operation.stakes() == Operation.Stakes.HIGH && lifetime.highStakes() != null
                ? lifetime.highStakes()
                : lifetime.normal();
    }

    /** How long the key of an operation lives that was refused for good. */
    public Duration lifetimeOfARefusal(Operation operation) {
        Duration refused = lifetimes().refused();
        return refused == null ? lifetime(operation) : refused;
    }

    /** The lifetimes of keys. */
    public Contract.Lifetime lifetimes() {
        Contract.Lifetime lifetime = contract.lifetime();
        if (lifetime == null) {
            throw Judgement.notChecked("lifetime: the contract does not say how long a key lives");
        }
        return lifetime;
    }
}
