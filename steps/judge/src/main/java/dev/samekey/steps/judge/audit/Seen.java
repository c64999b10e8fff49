package dev.samekey.steps.judge.audit;

import org.jspecify.annotations.Nullable;

/**
 * What of an exchange the contract speaks of, and no more: a million of them fit into memory. Digests are 0 where nothing was
 * recorded.
 *
 * @param sent in microseconds since 1970
 * @param answered likewise; the largest number where there was no response, or nobody knows when
 * @param resolution of both, likewise
 * @param key its digest; 0 where the request has none
 * @param isRandom whether the key is one that no two callers have
 * @param isLegal whether the contract allows the key
 * @param route method and path
 * @param payload the digest of what it means, with method and path
 * @param bytes the digest of the payload as it was written
 * @param status 0 where there was no response
 * @param mark whether it is marked as a replay; null where the recording does not show that
 * @param result the id of what was made; null where the recording does not show it
 * @param body the digest of the response's body, without what may vary
 * @param cookie the digest of the cookie that it sets; 0 where it sets none
 * @param saysWhen whether it says when to retry; null where the recording does not show that
 */
record Seen(
        Recorded.Place place,
        long sent,
        long answered,
        long resolution,
        CallerId caller,
        long key,
        boolean isRandom,
        boolean isLegal,
        String route,
        long payload,
        long bytes,
        Outcome outcome,
        int status,
        @Nullable Boolean mark,
        @Nullable String result,
        long body,
        long cookie,
        @Nullable Boolean saysWhen) {
    static final long UNKNOWN = Long.MAX_VALUE;

    /** What a response says of the operation. */
    enum Outcome {
        /** It was done, now or before. */
        DONE,
        /** Another payload has used the key. */
        MISMATCH,
        /** A request under the key is in progress. */
        IN_PROGRESS,
        /** The key was used before, by a contract that does not replay. */
        USED,
        /** Another refusal. */
        REFUSED,
        /** A refusal that may be any of these: its body was not recorded. */
        REFUSED_SOMEHOW,
        /** There was no response, or one that leaves open whether it was done. */
        OPEN
    }

    boolean isDone() {
        return outcome == Outcome.DONE;
    }

    /** Whether it was sent when another one was over, for certain. */
    boolean isAfter(Seen other) {
        return other.answered != UNKNOWN && sent >= other.answered + Math.max(resolution, other.resolution);
    }

    /** Whether both were under way at one time, or may have been. */
    boolean mayMeet(Seen other) {
        return !isAfter(other) && !other.isAfter(this);
    }
}
