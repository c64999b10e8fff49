package dev.samekey.seeds;

/**
 * One row of the decision table for repeated requests, in the features' words.
 *
 * @param operation the role that it is about
 * @param fate what becomes of the first request
 * @param again what is sent then
 * @param answer what must come of it
 * @param effects how many effects there must be, as a word
 */
public record ReplayOutcome(
        String row, String clause, String operation, String fate, String again, String answer, String effects) {}
