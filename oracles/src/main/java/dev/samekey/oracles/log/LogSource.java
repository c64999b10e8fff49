package dev.samekey.oracles.log;

import dev.samekey.oracles.evidence.OracleSilent;
import java.time.Duration;
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

    /** How long to wait before it is asked once more. */
    Duration pause();
}
