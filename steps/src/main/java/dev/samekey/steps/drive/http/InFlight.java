package dev.samekey.steps.drive.http;

import java.net.URI;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;

/** Requests that are under way while something else happens to the target. */
public final class InFlight {
    /** Each has a thread of its own. */
    private static final int MOST = 64;

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
        if (underWay.size() == MOST) {
            throw new IllegalStateException("no more than " + MOST + " requests can be under way");
        }
        underWay.add(CompletableFuture.supplyAsync(() -> wire.send(request, replica), InFlight::inItsThread));
    }

    /** How many have neither an answer nor a failure yet. */
    public int waiting() {
        return (int) underWay.stream().filter(exchange -> !exchange.isDone()).count();
    }

    /**
     * All exchanges, in the order of sending. The wire's limit bounds the wait.
     *
     * @throws java.util.concurrent.CompletionException when one of them could not be sent; the others are over too
     */
    public List<Exchange> collect() {
        List<CompletableFuture<Exchange>> all = List.copyOf(underWay);
        underWay.clear();
        CompletableFuture.allOf(all.toArray(CompletableFuture[]::new))
                .exceptionally(unused -> null)
                .join();
        return all.stream().map(CompletableFuture::join).toList();
    }

    private static void inItsThread(Runnable task) {
        Thread thread = new Thread(task, "in-flight");
        thread.setDaemon(true);
        thread.start();
    }
}
