package dev.samekey.steps.judge.world;

import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.InFlight;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What was sent and is not answered yet. */
public final class UnderWay {
    /** So long after the time of a quick response a request has claimed its key. If it has not, its own response shows it. */
    private static final Duration HEAD_START = Duration.ofMillis(300);

    private static final Duration LOOK = Duration.ofMillis(5);

    private final InFlight inFlight;
    private final Calls calls;
    private final Journal journal;
    private final CurrentPhase phase;
    private final List<Exchange> ends = new ArrayList<>();
    private final AtomicInteger steadily = new AtomicInteger();
    private volatile boolean stopped;
    private @Nullable CompletableFuture<Void> sender;

    public UnderWay(InFlight inFlight, Calls calls, Journal journal, CurrentPhase phase) {
        this.inFlight = inFlight;
        this.calls = calls;
        this.journal = journal;
        this.phase = phase;
    }

    /** How long a quick response takes just now. */
    public Duration quick() {
        return inFlight.quick();
    }

    /** How long after it was sent a call is well under way. A target may take some time before it looks at a key. */
    public Duration headStart() {
        return HEAD_START.plus(quick());
    }

    /** Sends a call and leaves it alone until it is well under way. */
    public void begin(Call call) {
        begin(List.of(call));
    }

    /** The same with some calls at the same time. */
    public void begin(List<Call> some) {
        Duration headStart = headStart();
        some.forEach(this::send);
        Await.pause("an operation to be in progress", headStart);
    }

    /**
     * Sends a call while others are in progress. A refusal is waited for, so that what is sent next comes after it. A target may
     * also let the call wait for the outcome of another.
     */
    public void meet(Call call) {
        int before = inFlight.waiting();
        send(call);
        var unused = Await.until("a refusal", headStart(), LOOK, () -> inFlight.waiting() <= before);
    }

    /** Sends a call and does not wait for anything. */
    public void send(Call call) {
        phase.requireActing();
        leave(call);
    }

    private void leave(Call call) {
        journal.leaves(call.unique(), call.key());
        inFlight.send(call.request(), calls.place(call));
    }

    /** Sends one call after the other, with such a time between them, until it is stopped. */
    public void sendSteadily(List<Call> calls, Duration between) {
        phase.requireActing();
        sender = CompletableFuture.runAsync(
                () -> {
                    for (Call call : calls) {
                        if (stopped) {
                            return;
                        }
                        leave(call);
                        steadily.incrementAndGet();
                        Await.pause("the next request", between);
                    }
                },
                UnderWay::inItsThread);
    }

    private static void inItsThread(Runnable task) {
        Thread thread = new Thread(task, "sending-steadily");
        thread.setDaemon(true);
        thread.start();
    }

    /** Comes back when one of them was answered, so that there is something that a target may lose, or when the time is over. */
    public void awaitFirst(Duration limit) {
        var unused = Await.until(
                "the first response", limit, LOOK, () -> steadily.get() - inFlight.waiting() >= 1 || hasFailed());
    }

    private boolean hasFailed() {
        return sender != null && sender.isCompletedExceptionally();
    }

    /**
     * How many of them were sent.
     *
     * @throws java.util.concurrent.CompletionException when the sender has failed
     */
    public int stopSending() {
        stopped = true;
        Objects.requireNonNull(sender, "nothing is sent steadily").join();
        return steadily.get();
    }

    public boolean isDone() {
        return inFlight.waiting() == 0;
    }

    /** What became of the first call, which is waited for. */
    public Exchange end() {
        return all().get(0);
    }

    /** What became of each call, which are waited for. */
    public List<Exchange> all() {
        List<Exchange> landed = inFlight.collect();
        landed.forEach(exchange -> journal.note("what was under way", exchange));
        ends.addAll(landed);
        return List.copyOf(ends);
    }

    /**
     * Sends no more, and waits for what is still under way, for what comes to pass after a scenario the next one would
     * count. The wire's limit bounds the wait.
     */
    public void land() {
        try {
            if (sender != null) {
                stopSending();
            }
        } finally {
            all();
        }
    }
}
