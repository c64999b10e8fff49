/** Counters of a Prometheus text endpoint. */
@NullMarked
package dev.samekey.oracles.metrics;

import org.jspecify.annotations.NullMarked;
