package dev.samekey.server.idempotency;

import java.time.Duration;
import java.util.Timer;
import java.util.TimerTask;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Purges expired records from time to time (TTL-5). */
public final class Cleanup implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Cleanup.class);

    private final Timer timer = new Timer("cleanup", true);

    /** Runs after every period, until it is closed. */
    public Cleanup(RecordStore records, Duration every) {
        timer.schedule(task(records), every.toMillis(), every.toMillis());
    }

    private static TimerTask task(RecordStore records) {
        return new TimerTask() {
            @Override
            public void run() {
                try {
                    records.purgeExpired();
                } catch (RuntimeException failed) {
                    // A task that throws ends its timer: the next round may find the database back.
                    LOG.warn("Expired records could not be purged.", failed);
                }
            }
        };
    }

    @Override
    public void close() {
        timer.cancel();
    }
}
