package dev.samekey.steps.judge.statistics;

/**
 * One test of a hypothesis that a good client keeps.
 *
 * @param what it is about, such as {@code retry 2}
 * @param samples how many values it has seen
 * @param statistic the number that it computes
 * @param pValue how likely a good client has such a number, or one further off; an upper bound
 * @param threshold a smaller p-value breaks it; the correction for the number of tests is in it
 */
public record Tested(String what, int samples, double statistic, double pValue, double threshold) {
    /** Whether a good client has such a number too rarely. */
    public boolean isRejected() {
        return pValue < threshold;
    }
}
