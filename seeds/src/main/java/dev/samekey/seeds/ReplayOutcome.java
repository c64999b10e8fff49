package dev.samekey.seeds;

/**
 * One row of the table of declined requests: sent so many times more, they stay declined.
 *
 * @param operation the role that it is about
 */
public record ReplayOutcome(String row, String clause, String operation, int times) {}
