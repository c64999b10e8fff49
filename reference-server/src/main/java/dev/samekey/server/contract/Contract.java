package dev.samekey.server.contract;

import java.time.Duration;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency contract that a server keeps: all its names, numbers, statuses and codes.
 *
 * @param attemptHeader where a client may say which attempt this is; null where there is no such header
 */
public record Contract(
        String name,
        KeyRules key,
        @Nullable String attemptHeader,
        PayloadRules payload,
        ScopeRules scope,
        Lifetimes lifetimes,
        DuplicateRules duplicates,
        ReplayRules replay,
        StoredRules stored,
        ErrorForm errors,
        Map<Fault, Refusal> refusals,
        RetryRules retry) {

    /** How this contract tells a fault. */
    public Refusal refusal(Fault fault) {
        Refusal refusal = refusals.get(fault);
        if (refusal == null) {
            throw new IllegalStateException("the contract does not say how to tell " + fault);
        }
        return refusal;
    }

    /** Whether a failure is the outcome of its key, rather than something that the next attempt may not meet. */
    public boolean isFinal(Fault fault) {
        return stored.isFinal(fault, refusal(fault).status());
    }

    /** The same contract with other rules for what a repeated request gets. */
    public Contract withReplay(ReplayRules other) {
        return new Contract(
                name,
                key,
                attemptHeader,
                payload,
                scope,
                lifetimes,
                duplicates,
                other,
                stored,
                errors,
                refusals,
                retry);
    }

    /** The same contract with another time after which a claim counts as abandoned. */
    public Contract withProcessingTimeout(Duration processing) {
        return new Contract(
                name,
                key,
                attemptHeader,
                payload,
                scope,
                lifetimes.withProcessing(processing),
                duplicates,
                replay,
                stored,
                errors,
                refusals,
                retry);
    }
}
