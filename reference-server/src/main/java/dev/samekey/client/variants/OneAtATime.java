package dev.samekey.client.variants;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.client.ClientParts;
import dev.samekey.client.Keys;
import dev.samekey.client.Reports;
import java.util.concurrent.Semaphore;

/** Begins an operation when the one before has been reported. */
final class OneAtATime implements Keys, Reports {
    private final Semaphore turn = new Semaphore(1);
    private final Keys keys;
    private final Reports reports;

    private OneAtATime(ClientParts parts) {
        keys = parts.keys();
        reports = parts.reports();
    }

    static ClientParts in(ClientParts parts) {
        OneAtATime oneAtATime = new OneAtATime(parts);
        return parts.withKeys(oneAtATime).withReports(oneAtATime);
    }

    @Override
    public String next() {
        turn.acquireUninterruptibly();
        return keys.next();
    }

    @Override
    public void write(ObjectNode line) {
        reports.write(line);
        // What was resumed has not taken a turn.
        turn.drainPermits();
        turn.release();
    }
}
