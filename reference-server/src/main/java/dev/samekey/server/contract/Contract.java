package dev.samekey.server.contract;

import java.time.Duration;
import java.util.Map;
import java.util.Set;

/** The idempotency contract that a server keeps: all its names, numbers, statuses and codes. */
public record Contract(
        KeyRules key, Marker marker, Lifetimes lifetimes, Set<String> volatileMembers, Map<Fault, Refusal> refusals) {
    /** Where the key travels, how long it may be, and where a client may say which attempt this is. */
    public record KeyRules(String header, int maxLength, String attemptHeader) {}

    /** The header that tells a first answer from a replay (RPL-3). */
    public record Marker(String header, String stored, String replayed) {}

    /** How long a record lives (TTL-1), and how long a claim may be processed before it counts as abandoned (TTL-7). */
    public record Lifetimes(Duration record, Duration processing) {}

    /** The contract that this server was written for. */
    public static Contract playbook() {
        return Playbook.contract();
    }

    /** How this contract tells a fault. */
    public Refusal refusal(Fault fault) {
        Refusal refusal = refusals.get(fault);
        if (refusal == null) {
            throw new IllegalStateException("the contract does not say how to tell " + fault);
        }
        return refusal;
    }

    /** The same contract with another time after which a claim counts as abandoned. */
    public Contract withProcessingTimeout(Duration processing) {
        return new Contract(key, marker, new Lifetimes(lifetimes.record, processing), volatileMembers, refusals);
    }
}
