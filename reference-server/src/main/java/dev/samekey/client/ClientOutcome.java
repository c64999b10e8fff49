package dev.samekey.client;

/**
 * How an operation ended.
 *
 * @param last the success, or the last failure as itself
 * @param attempts how many requests were sent
 * @param parked whether it can be resumed
 */
public record ClientOutcome(AttemptResult last, int attempts, String key, boolean parked) {}
