package dev.samekey.server.idempotency;

import dev.samekey.server.jobs.Job;
import dev.samekey.server.jobs.Run;
import org.jdbi.v3.core.Handle;

/** Purges expired records (TTL-5). */
public record Cleanup(RecordStore records) implements Job {
    @Override
    public String name() {
        return "cleanup";
    }

    @Override
    public int work(Handle transaction, Run run, int atMost) {
        return records.purgeExpired(transaction, run.startedAt(), atMost);
    }
}
