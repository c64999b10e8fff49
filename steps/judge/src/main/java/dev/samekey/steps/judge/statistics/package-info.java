/**
 * What many delays, keys and retries say of a client. Nothing is sent or measured here: numbers go in, and a result with its
 * sample size, statistic, p-value and threshold comes out. The tests are those of Apache Commons Statistics.
 */
@NullMarked
package dev.samekey.steps.judge.statistics;

import org.jspecify.annotations.NullMarked;
