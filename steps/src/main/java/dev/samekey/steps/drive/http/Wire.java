package dev.samekey.steps.drive.http;

import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.verdict.Judgement;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.nio.file.FileSystemException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/** Sends one request, once: one logical send is one request on the wire, whatever becomes of it. */
public final class Wire implements AutoCloseable {
    private static final int MOST_NEWEST = 31;

    /** Methods that only read. */
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final Duration limit;
    private final Deque<Duration> newest = new ArrayDeque<>();
    private final AtomicInteger requests;
    private final Network network;
    private final Pace pace;
    private final Runnable leave;
    private final Consumer<Exchange> witness;
    private final RequestDriver requestDriver;
    private final Driver publishDriver;

    /**
     * One that reaches only the harness's own stubs, without limits.
     *
     * @param limit for the whole answer, from when nothing is left to do but to send
     */
    public Wire(Duration limit) {
        this(limit, Brokers.none(), Network.direct(), Pace.unbound(), () -> {}, unused -> {});
    }

    /**
     * One to a target: the only way by which anything reaches it that does more than read.
     *
     * @param limit for the whole answer, from when nothing is left to do but to send
     * @param brokers to which events are published
     * @param network how connections are made
     * @param leave asked before anything unsafe leaves; throws where it may not
     * @param witness receives each exchange, those of races too, from several threads
     */
    public Wire(
            Duration limit, Brokers brokers, Network network, Pace pace, Runnable leave, Consumer<Exchange> witness) {
        this.limit = limit;
        this.requests = new AtomicInteger();
        this.network = network;
        this.pace = pace;
        this.leave = leave;
        this.witness = witness;
        this.requestDriver = new RequestDriver(limit, network);
        this.publishDriver = new PublishDriver(brokers);
    }

    /** How connections are made. */
    Network network() {
        return network;
    }

    /** How many requests have left. */
    public int requests() {
        return requests.get();
    }

    /**
     * Asks for leave, waits for the turn of requests that leave together, and counts them.
     *
     * @throws Judgement when they may not leave, or the run may not send as many more
     */
    void take(List<Request> together) {
        if (!together.stream().allMatch(Wire::isSafe)) {
            leave.run();
        }
        pace.take(together.size());
        requests.addAndGet(together.size());
    }

    private static boolean isSafe(Request request) {
        return SAFE.contains(request.method());
    }

    /** Lets so many more leave, however many a run may send. */
    public void allow(int more) {
        pace.allow(more);
    }

    /** Sends less from here on, after a pause that the target has asked for; says what was done. */
    public String slowDown(Duration pause) {
        return pace.slowDown(pause);
    }

    /** Tells of an exchange of another driver. */
    void tell(Exchange exchange) {
        synchronized (newest) {
            newest.add(exchange.took());
            if (newest.size() > MOST_NEWEST) {
                newest.poll();
            }
        }
        witness.accept(exchange);
    }

    /** How long a response takes just now: the median of the newest ones, zero before the first. */
    public Duration usual() {
        synchronized (newest) {
            return newest.stream().sorted().skip(newest.size() / 2).findFirst().orElse(Duration.ZERO);
        }
    }

    /** These are over. */
    void giveBack(int count) {
        pace.giveBack(count);
    }

    /**
     * Sends to a replica; no answer is a result like another, an error of the harness is not.
     *
     * @throws Judgement when it may not leave, or the run may send no more
     */
    public Exchange send(Request request, URI replica) {
        take(List.of(request));
        try {
            Exchange exchange = exchange(request, replica);
            tell(exchange);
            return exchange;
        } finally {
            giveBack(1);
        }
    }

    private Exchange exchange(Request request, URI replica) {
        Instant at = Instant.now();
        AtomicLong sent = new AtomicLong(System.nanoTime());
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            Answer answer = answer(driver(request).prepare(request, replica), over, sent);
            // What arrived before the cut may look whole.
            return over.complete(null)
                    ? Exchange.answered(request, replica, answer, at, sent.get(), System.nanoTime())
                    : new Exchange(request, replica, null, late(), at, sent.get(), System.nanoTime());
        } catch (Exception failure) {
            boolean cut = !over.complete(null);
            // The client's own limit for a silence is the same, and may end a moment sooner.
            String reason = cut || failure instanceof SocketTimeoutException ? late() : noAnswer(failure);
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
        return request.isPublished() ? publishDriver : requestDriver;
    }

    /** Closes its connections. */
    @Override
    public void close() {
        requestDriver.close();
    }

    private String late() {
        return late(limit);
    }

    static String late(Duration limit) {
        return "no whole answer within " + limit.toMillis() + " ms";
    }

    /**
     * Why a connection gave no answer.
     *
     * @throws RuntimeException where the failure is not one of the connection, but of the harness
     */
    static String noAnswer(Throwable failure) {
        // It only says that there is another one.
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof FileSystemException file) {
            throw new UncheckedIOException(file);
        }
        if (cause instanceof IOException) {
            return describe(cause);
        }
        if (cause instanceof RuntimeException error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }

    private static String describe(Throwable failure) {
        Throwable cause = failure;
        if (cause.getMessage() == null
                && cause.getCause() != null
                && cause.getCause().getMessage() != null) {
            cause = cause.getCause();
        }
        return cause.getClass().getSimpleName() + (cause.getMessage() == null ? "" : ": " + cause.getMessage());
    }
}
