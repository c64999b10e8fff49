package dev.samekey.server.jobs;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A run of a job, as far as it has come.
 *
 * @param id given by whoever wants the run: the same id is the same run
 * @param operationId the server's own name for the run, the same on every attempt at it
 * @param token whoever has this one may go on; null when nobody is at work
 * @param startedAt what was due by then is the run's work
 * @param done how many items are done by now
 * @param endedAt null before the end
 */
public record Run(
        String job,
        String id,
        UUID operationId,
        @Nullable UUID token,
        Instant startedAt,
        long done,
        @Nullable Instant endedAt) {
    /** Whether all of its work is done. */
    public boolean isEnded() {
        return endedAt != null;
    }
}
