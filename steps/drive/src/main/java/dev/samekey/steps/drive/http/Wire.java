package dev.samekey.steps.drive.http;

import dev.samekey.oracles.evidence.Failures;
import dev.samekey.oracles.wait.OutOfMemory;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.net.WireProtocol;
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
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Sends one request, once: one logical send is one request on the wire, whatever becomes of it. */
public final class Wire implements AutoCloseable {
    /** How the reason of an exchange begins that was given up. */
    static final String LATE = "no whole answer within ";

    private static final Duration A_MOMENT = Duration.ofMillis(1);

    private static final int USUAL_OF = 31;

    /** Slow operations and their replays may be many in a row. */
    private static final int QUICK_OF = 101;

    /** Methods that only read. */
    private static final Set<String> SAFE = Set.of("GET", "HEAD", "OPTIONS");

    private final Duration limit;
    private final Deque<Duration> newest = new ArrayDeque<>();
    private final Served served = new Served();
    private final AtomicInteger requests;
    private final Network network;
    private final Pace pace;
    private final Runnable leave;
    private final Consumer<Exchange> witness;
    private final Credentials credentials;
    private final Aftermath aftermath;
    private final RequestDriver requestDriver;
    private final Driver secondDriver;
    private final RequestDriver keepingDriver;
    private final RequestDriver breakingDriver;
    private final RequestDriver leavingDriver;
    private final Driver publishDriver;

    /**
     * One that reaches only the harness's own stubs, without limits.
     *
     * @param limit for the whole answer, from when nothing is left to do but to send
     */
    public Wire(Duration limit) {
        this(limit, Brokers.none(), Network.direct(), Pace.unbound(), () -> {}, unused -> {}, Credentials.NONE);
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
        this(limit, brokers, network, pace, leave, witness, Credentials.NONE);
    }

    /**
     * The same for senders whose credentials are filled in when a request leaves.
     *
     * @param credentials of those who send
     */
    public Wire(
            Duration limit,
            Brokers brokers,
            Network network,
            Pace pace,
            Runnable leave,
            Consumer<Exchange> witness,
            Credentials credentials) {
        this(limit, brokers, network, pace, leave, witness, credentials, Aftermath.NONE);
    }

    /**
     * The same where something may follow an exchange.
     *
     * @param aftermath of each exchange, those of races too
     */
    public Wire(
            Duration limit,
            Brokers brokers,
            Network network,
            Pace pace,
            Runnable leave,
            Consumer<Exchange> witness,
            Credentials credentials,
            Aftermath aftermath) {
        this.limit = limit;
        this.requests = new AtomicInteger();
        this.network = network;
        this.pace = pace;
        this.leave = leave;
        this.witness = witness;
        this.credentials = credentials;
        this.aftermath = aftermath;
        this.requestDriver = new RequestDriver(limit, network);
        this.secondDriver =
                new H2Driver((network.protocol().isSecondVersion() ? network : network.inOther()).client(limit));
        this.keepingDriver = RequestDriver.keeping(limit, network);
        this.breakingDriver = RequestDriver.breakingOff(limit, network);
        this.leavingDriver = RequestDriver.leaving(limit, network);
        this.publishDriver = new PublishDriver(brokers);
    }

    /** For the whole answer, from when nothing is left to do but to send. */
    public Duration limit() {
        return limit;
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
        measure(exchange);
        witness.accept(exchange);
    }

    /** What was served of all that left. */
    public Served served() {
        return served;
    }

    private void measure(Exchange exchange) {
        served.see(exchange, isSafe(exchange.request()));
        if (exchange.answer() != null) {
            synchronized (newest) {
                newest.add(exchange.took());
                if (newest.size() > QUICK_OF) {
                    newest.poll();
                }
            }
        }
    }

    /** How long a response takes just now: the median of the newest ones, zero before the first. None counts for nothing. */
    public Duration usual() {
        return quantile(2, USUAL_OF);
    }

    /** How long a quick one takes: the lower quartile of more of them, which slow operations hardly raise. */
    public Duration quick() {
        return quantile(4, QUICK_OF);
    }

    /** Of two parts the median, of four the lower quartile. */
    private Duration quantile(int parts, int most) {
        synchronized (newest) {
            int size = Math.min(newest.size(), most);
            return newest.stream()
                    .skip(newest.size() - size)
                    .sorted()
                    .skip(size / parts)
                    .findFirst()
                    .orElse(Duration.ZERO);
        }
    }

    /** These are over. */
    void giveBack(int count) {
        pace.giveBack(count);
    }

    /** The request as it leaves now, with the credentials of its sender. */
    Request filled(Request request, URI replica) {
        return credentials.filled(request, replica);
    }

    /** False where the token was refused and there is a newer one. */
    boolean accepts(Request request, Exchange exchange) {
        return exchange.reply()
                .map(answer -> credentials.accepts(request, exchange.left(), answer.status()))
                .orElse(true);
    }

    /**
     * Sends to a replica; no answer is a result like another, an error of the harness is not. A request whose token is refused
     * leaves once more with a newer one: who is not let in has had no effect.
     *
     * @throws Judgement when it may not leave, or the run may send no more
     */
    public Exchange send(Request request, URI replica) {
        return send(request, replica, driver(request, replica), limit);
    }

    /** The same for a test aid of the target, such as its clock. How long that takes says nothing about the API. */
    public Exchange sendAside(Request request, URI replica) {
        return send(request, replica, driver(request, replica), limit, false);
    }

    /** The same in the other protocol that the target can be spoken to in; in the usual one where there is none. */
    public Exchange sendInOther(Request request, URI replica) {
        return send(request, replica, driver(request, network.inOther().protocol(replica)), limit);
    }

    /** Sends half of the body of a request in HTTP/1.1, and closes the connection. */
    public Exchange breakOff(Request request, URI replica) {
        return once(request, replica, breakingDriver, limit);
    }

    /** Sends a request, and closes the connection before any answer is read. Nothing tells when it has left in HTTP/2: there it has a moment. */
    public Exchange leave(Request request, URI replica) {
        return driver(request, replica) == requestDriver
                ? once(request, replica, leavingDriver, limit)
                : send(request, replica, A_MOMENT);
    }

    /** The same for a caller who closes the connection when there is no whole answer after this time. */
    public Exchange send(Request request, URI replica, Duration patience) {
        return send(request, replica, driver(request, replica), patience);
    }

    /** The exchange with what followed it. */
    Exchange followed(Exchange exchange) {
        return aftermath.of(exchange, this);
    }

    /** The same over the connection that the thread's newest request to that replica has left open, in HTTP/1.1. */
    public Exchange sendOverKept(Request request, URI replica) {
        Driver usual = driver(request, replica);
        return send(request, replica, usual == requestDriver ? keepingDriver : usual, limit);
    }

    /** A request and the one that left when its response was there. */
    public record Pair(Exchange first, Exchange next) {}

    /**
     * Sends a request and, the moment its response is there, another one over another connection. In HTTP/1.1 that one is ready
     * by then, on the connection that the thread has left open.
     *
     * @throws Judgement when they may not leave, or the run may send no more
     */
    public Pair sendAtOnceAfter(Request first, URI replica, Request next, URI nextReplica) {
        if (driver(first, replica) != requestDriver || driver(next, nextReplica) != requestDriver) {
            return new Pair(send(first, replica), sendOverKept(next, nextReplica));
        }
        HeldRequest held = new HeldRequest(limit.multipliedBy(2));
        Thread owner = Thread.currentThread();
        Driver holding = (request, at) -> keepingDriver.held(request, at, owner, held);
        InFlight second = new InFlight(this);
        Runnable follow = () -> {
            if (second.isEmpty()) {
                second.send(() -> once(next, nextReplica, holding, limit));
            }
        };
        // A server that serves one connection at a time must meet the first one first.
        Driver leading = (request, at) -> requestDriver.ahead(request, at, follow, held::release);
        Exchange before;
        try {
            before = send(first, replica, leading, limit);
        } finally {
            held.release();
        }
        follow.run();
        Exchange after = second.collect().get(0);
        return new Pair(before, settled(after, () -> once(next, nextReplica, keepingDriver, limit)));
    }

    private Exchange send(Request request, URI replica, Driver driver, Duration patience) {
        return send(request, replica, driver, patience, true);
    }

    private Exchange send(Request request, URI replica, Driver driver, Duration patience, boolean isMeasured) {
        Supplier<Exchange> sending = () -> once(request, replica, driver, patience, isMeasured);
        return settled(sending.get(), sending);
    }

    /** What followed an exchange, or another one with a newer token where its token was refused. */
    private Exchange settled(Exchange exchange, Supplier<Exchange> again) {
        return followed(
                accepts(exchange.request(), exchange) ? exchange : again.get().after(exchange));
    }

    private Exchange once(Request request, URI replica, Driver driver, Duration patience) {
        return once(request, replica, driver, patience, true);
    }

    private Exchange once(Request request, URI replica, Driver driver, Duration patience, boolean isMeasured) {
        take(List.of(request));
        try {
            Exchange exchange = exchange(filled(request, replica), replica, driver, patience)
                    .of(request)
                    .over(driver == secondDriver ? second(replica) : WireProtocol.HTTP_1_1);
            if (isMeasured) {
                measure(exchange);
            }
            witness.accept(exchange);
            return exchange;
        } finally {
            giveBack(1);
        }
    }

    private WireProtocol second(URI replica) {
        WireProtocol usual = network.protocol(replica);
        return usual.isSecondVersion() ? usual : network.inOther().protocol(replica);
    }

    private Exchange exchange(Request request, URI replica, Driver driver, Duration patience) {
        Departure departure = new Departure();
        CompletableFuture<Void> over = new CompletableFuture<>();
        try {
            Driver.Sending sending = driver.prepare(request, replica);
            Answer answer = answer(sending, () -> {
                departure.leaves();
                cutWhenLate(sending, patience, over);
            });
            // What arrived before the cut may look whole.
            return over.complete(null)
                    ? Exchange.answered(request, replica, answer, departure.at(), departure.sent(), System.nanoTime())
                    : new Exchange(
                            request,
                            replica,
                            null,
                            late(patience),
                            departure.at(),
                            departure.sent(),
                            System.nanoTime());
        } catch (Exception failure) {
            boolean cut = !over.complete(null);
            // The client's own limit for a silence is the same, and may end a moment sooner.
            String reason = cut || failure instanceof SocketTimeoutException ? late(patience) : noAnswer(failure);
            return new Exchange(request, replica, null, reason, departure.at(), departure.sent(), System.nanoTime());
        }
    }

    private static Answer answer(Driver.Sending sending, Runnable leaving) throws Exception {
        try {
            return sending.answer(leaving);
        } finally {
            sending.cut();
        }
    }

    /** The limits of a client are for each wait: a target that drips would never reach them. */
    private void cutWhenLate(Driver.Sending sending, Duration patience, CompletableFuture<Void> over) {
        var unused = over.orTimeout(patience.toMillis(), TimeUnit.MILLISECONDS).exceptionallyAsync(late -> {
            sending.cut();
            return null;
        });
    }

    private Driver driver(Request request, URI replica) {
        return driver(request, network.protocol(replica));
    }

    private Driver driver(Request request, WireProtocol protocol) {
        if (request.isPublished()) {
            return publishDriver;
        }
        return protocol.isSecondVersion() ? secondDriver : requestDriver;
    }

    /** Closes its connections. */
    @Override
    public void close() {
        requestDriver.close();
        keepingDriver.close();
        breakingDriver.close();
        leavingDriver.close();
    }

    static String late(Duration limit) {
        return LATE + limit.toMillis() + " ms";
    }

    /**
     * Why a connection gave no answer.
     *
     * @throws RuntimeException where the failure is not one of the connection, but of the harness
     */
    static String noAnswer(Throwable failure) {
        OutOfMemory.mustNotBe(failure);
        // It only says that there is another one.
        Throwable cause =
                failure instanceof CompletionException && failure.getCause() != null ? failure.getCause() : failure;
        if (cause instanceof FileSystemException file) {
            throw new UncheckedIOException(file);
        }
        if (cause instanceof IOException) {
            return Failures.words(cause);
        }
        if (cause instanceof RuntimeException error) {
            throw error;
        }
        throw new IllegalStateException(cause);
    }

    /** When a request leaves: when its turn has come, until more is known. */
    private static final class Departure {
        private volatile Instant at = Instant.now();
        private volatile long sent = System.nanoTime();

        void leaves() {
            at = Instant.now();
            sent = System.nanoTime();
        }

        Instant at() {
            return at;
        }

        long sent() {
            return sent;
        }
    }
}
