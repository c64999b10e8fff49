package dev.samekey.oracles.traces;

import dev.samekey.oracles.evidence.OracleSilent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Where spans are found. */
public interface SpanSource {
    /** What it is, for those who read what was asked of it. */
    String name();

    /** @throws OracleSilent when nothing can be read there */
    void check();

    /**
     * The spans of this run whose attribute has the value.
     *
     * @throws OracleSilent when they cannot be read
     */
    List<Span> with(String attribute, String value);

    /** Whether any span has come since: then those who send them are at work. */
    boolean anySince(Instant time);

    /** How long to wait before it is asked once more. */
    Duration pause();
}
