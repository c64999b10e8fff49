/** Spans: received from the target over OTLP, or asked for at Jaeger. */
@NullMarked
package dev.samekey.oracles.traces;

import org.jspecify.annotations.NullMarked;
