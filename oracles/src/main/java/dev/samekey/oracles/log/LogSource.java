package dev.samekey.oracles.log;

import dev.samekey.oracles.evidence.OracleSilent;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Where the lines of a log are read, of one JSON object each. */
public interface LogSource {
    /** What it is, for those who read what was asked of it. */
    String name();

    /** @throws OracleSilent when nothing can be read there */
    void check();

    /**
     * The lines of this run that may contain the text, the oldest first; others may be among them.
     *
     * @throws OracleSilent when they cannot be read, or are too many
     */
    List<String> lines(String text);

    /**
     * The same, looked for in every line of this run where {@link #lines} asks an index, which finds whole words and only
     * in fields that are indexed. Nothing where it reads the lines themselves.
     *
     * @throws OracleSilent when they cannot be read, or are too many
     */
    default List<String> unindexed(String text) {
        return List.of();
    }

    /** Whether any line has come since: then those who bring them are at work. Where nobody has to, they always are. */
    default boolean anySince(Instant time) {
        return true;
    }

    /** How long to wait before it is asked once more. */
    Duration pause();
}
