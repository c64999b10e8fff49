package dev.samekey.steps.judge.act;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.verdict.Judgement;
import java.time.Duration;
import java.time.Instant;

/** The target's time: what the contract says of it, and how it passes. */
public final class TargetTime {
    /** Without a clock that can be moved, a time as short as this is waited for. */
    private static final Duration PATIENCE = Duration.ofSeconds(45);

    private final Contract contract;
    private final Capabilities capabilities;

    public TargetTime(Contract contract, Capabilities capabilities) {
        this.contract = contract;
        this.capabilities = capabilities;
    }

    /** Lets a time pass on the target's clock, or on the real one where that is short enough. */
    public void pass(Duration time) {
        if (capabilities.hasClock()) {
            capabilities.clock().advance(time);
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
