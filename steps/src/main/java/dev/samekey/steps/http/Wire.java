package dev.samekey.steps.http;

import dev.samekey.steps.broker.Brokers;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Sends one request, once: one logical send is one request on the wire, whatever becomes of it. */
public final class Wire {
    /** Methods that only read. */
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final Duration limit;
    private final AtomicInteger requests;
    private final Driver reads;
    private final Driver writes;
    private final Driver publications;

    /** @param limit for the whole answer, from when nothing is left to do but to send */
    public Wire(Duration limit) {
        this(limit, Brokers.none());
    }

    /** @param brokers to which events are published */
    public Wire(Duration limit, Brokers brokers) {
        this(limit, new AtomicInteger(), new PublishDriver(brokers));
    }

    private Wire(Duration limit, AtomicInteger requests, Driver publications) {
        this.limit = limit;
        this.requests = requests;
        this.reads = new ReadDriver(limit);
        this.writes = new WriteDriver(limit);
        this.publications = publications;
    }

    /** The same with another limit; both count the same requests. */
    public Wire within(Duration other) {
        return new Wire(other, requests, publications);
    }

    /** How many requests have left. */
    public int requests() {
        return requests.get();
    }

    /** Counts a request that another driver sends. */
    void count() {
        requests.incrementAndGet();
    }

    /** Sends to a replica; no answer is a result like another. */
    public Exchange send(Request request, URI replica) {
        requests.incrementAndGet();
        Instant at = Instant.now();
        AtomicLong sent = new AtomicLong(System.nanoTime());
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            Answer answer = answer(driver(request).prepare(request, replica), over, sent);
            // What came before the cut may look whole.
            return over.complete(null)
                    ? new Exchange(request, replica, answer, null, at, sent.get(), System.nanoTime())
                    : new Exchange(request, replica, null, late(), at, sent.get(), System.nanoTime());
        } catch (Exception failure) {
            // REST Assured throws the client's checked exceptions unwrapped and undeclared.
            String reason = over.complete(null) ? describe(failure) : late();
            return new Exchange(request, replica, null, reason, at, sent.get(), System.nanoTime());
        }
    }

    private Answer answer(Driver.Sending sending, CompletableFuture<Void> over, AtomicLong sent) throws Exception {
        try {
            return sending.answer(() -> {
                sent.set(System.nanoTime());
                cutWhenLate(sending, over);
            });
        } finally {
            sending.cut();
        }
    }

    /** The limits of a client are for each wait: a target that drips would never reach them. */
    private void cutWhenLate(Driver.Sending sending, CompletableFuture<Void> over) {
        var unused = over.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionallyAsync(late -> {
            sending.cut();
            return null;
        });
    }

    private Driver driver(Request request) {
        if (request.isPublished()) {
            return publications;
        }
        return SAFE.contains(request.method()) ? reads : writes;
    }

    private String late() {
        return "no whole answer within " + limit.toMillis() + " ms";
    }

    static String describe(Throwable failure) {
        return failure.getClass().getSimpleName() + (failure.getMessage() == null ? "" : ": " + failure.getMessage());
    }
}
