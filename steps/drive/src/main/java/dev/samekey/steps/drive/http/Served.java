package dev.samekey.steps.drive.http;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** When a target last did what it was asked for, and what it has not served since. Several threads use it. */
public final class Served {
    /** Nobody is let in, or nobody for now. */
    private static final Set<Integer> REFUSES_ALL = Set.of(401, 403, 407, 429);

    private static final int FIRST_FAILURE = 500;

    private int seen;
    private int unserved;
    private @Nullable Moment last;
    private @Nullable Moment first;

    /**
     * A moment of a run.
     *
     * @param requests how many requests were over by then
     */
    public record Moment(Instant at, int requests) {}

    /** @param isSafe whether the request only reads: what still shows its data may do nothing any more */
    synchronized void see(Exchange exchange, boolean isSafe) {
        if (exchange.request().isPublished()) {
            // The broker took it.
            return;
        }
        Answer answer = exchange.answer();
        boolean isServed = answer != null && answer.status() < FIRST_FAILURE && !REFUSES_ALL.contains(answer.status());
        unserved = isServed ? 0 : unserved + 1;
        if (isServed && !isSafe && answer != null && answer.isSuccessful()) {
            last = new Moment(Instant.now(), seen + 1);
            first = null;
        } else if (!isServed && first == null && last != null) {
            first = new Moment(exchange.at(), seen);
        }
        seen++;
    }

    /** How many of the newest requests in a row were not served. */
    public synchronized int unserved() {
        return unserved;
    }

    /** It was seen to answer otherwise. */
    public synchronized void answers() {
        unserved = 0;
    }

    /**
     * When a target stopped that does nothing any more: its first request that was not served since its last success, or that
     * success. Nothing where it never had one.
     */
    public synchronized Optional<Moment> stopped() {
        return Optional.ofNullable(first == null ? last : first);
    }
}
