package dev.samekey.steps.drive.http;

import dev.samekey.oracles.wait.Interrupted;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;

/** Requests that are under way while something else happens to the target. */
public final class InFlight {
    /** Each has a thread of its own. */
    private static final int MOST = 200;

    private final Wire wire;
    private final List<CompletableFuture<Exchange>> underWay = new CopyOnWriteArrayList<>();

    public InFlight(Wire wire) {
        this.wire = wire;
    }

    /**
     * Sends and does not wait for the answer.
     *
     * @throws IllegalStateException when too many are under way
     */
    public void send(Request request, URI replica) {
        send(() -> wire.send(request, replica));
    }

    /**
     * Sends in a way of its own.
     *
     * @throws IllegalStateException when too many are under way
     */
    public void send(Supplier<Exchange> sending) {
        if (underWay.size() == MOST) {
            throw new IllegalStateException("no more than " + MOST + " requests can be under way");
        }
        underWay.add(CompletableFuture.supplyAsync(sending, InFlight::inItsThread));
    }

    /** How long a quick response takes just now. */
    public Duration quick() {
        return wire.quick();
    }

    boolean isEmpty() {
        return underWay.isEmpty();
    }

    /** How many have neither an answer nor a failure yet. */
    public int waiting() {
        return (int) underWay.stream().filter(exchange -> !exchange.isDone()).count();
    }

    /**
     * The outcome of all requests, in the order of sending. The wire's limit bounds the wait.
     *
     * @throws RuntimeException an error of the harness in one of the threads
     */
    public List<Exchange> collect() {
        try {
            return landed(List.copyOf(underWay));
        } finally {
            underWay.clear();
        }
    }

    /** Waits for all of them. An error in a thread is thrown here as it was thrown there. */
    static List<Exchange> landed(List<CompletableFuture<Exchange>> all) {
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).get();
            return all.stream().map(CompletableFuture::join).toList();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof RuntimeException error) {
                throw error;
            }
            throw new IllegalStateException("a request was not sent", failure.getCause());
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("what is under way", interrupted);
        }
    }

    private static void inItsThread(Runnable task) {
        Thread thread = new Thread(task, "in-flight");
        thread.setDaemon(true);
        thread.start();
    }
}
