package dev.samekey.steps.drive.fault;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way from the target to its store: it passes bytes on, and can be cut, so that the store is out of reach (STO-9).
 * Every connection has two threads; none of them outlives the connection.
 */
public final class StoreRelay implements AutoCloseable {
    private static final int MOST_CONNECTIONS = 200;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final Target.Store store;
    private final Set<Socket> open = new HashSet<>();
    private @Nullable ServerSocket listener;
    private @Nullable Thread accepting;
    /** Of one of the threads, until somebody hears of it. */
    private @Nullable RuntimeException failure;

    public StoreRelay(Target.Store store) {
        this.store = store;
    }

    /**
     * Opens the way, or leaves it open.
     *
     * @throws CannotRun when something else listens where the target looks for its store
     * @throws IllegalStateException when the relay has failed since
     */
    public synchronized void restore() {
        mustWork();
        if (listener != null) {
            return;
        }
        try {
            ServerSocket fresh = new ServerSocket();
            fresh.setReuseAddress(true);
            fresh.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), store.listen()));
            listener = fresh;
            accepting = run("store-relay", () -> accept(fresh));
        } catch (IOException failure) {
            throw new CannotRun("cannot stand between the target and its store at port " + store.listen() + ": "
                    + failure.getMessage());
        }
    }

    /**
     * Refuses every new connection and resets those that are there.
     *
     * @throws IllegalStateException when the relay has failed since
     */
    public synchronized void cut() {
        disconnect();
        mustWork();
    }

    private void mustWork() {
        RuntimeException failed = failure;
        failure = null;
        if (failed != null) {
            throw new IllegalStateException("the relay between the target and its store has failed", failed);
        }
    }

    private synchronized void failed(RuntimeException failed) {
        failure = failed;
    }

    private void disconnect() {
        if (listener != null) {
            stop(listener);
            listener = null;
        }
        open.forEach(StoreRelay::reset);
        open.clear();
    }

    /** A closed listener holds its port until nobody waits in it any more. */
    private void stop(ServerSocket last) {
        try {
            last.close();
            if (accepting != null) {
                accepting.join(LIMIT.toMillis());
            }
        } catch (IOException failure) {
            throw new CannotRun("cannot cut the way to the store: " + failure.getMessage());
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        cut();
    }

    private void accept(ServerSocket listening) {
        try {
            while (true) {
                Socket near = listening.accept();
                run("store-relay-out", () -> pass(listening, near));
            }
        } catch (IOException over) {
            // The way was cut.
        }
    }

    /** Passes on what the target sends; another thread passes on what the store sends. */
    private void pass(ServerSocket listening, Socket near) {
        Socket far = new Socket();
        if (!admit(listening, near, far)) {
            reset(near);
            return;
        }
        try {
            near.setTcpNoDelay(true);
            far.setTcpNoDelay(true);
            far.connect(store.upstreamAddress(), Math.toIntExact(LIMIT.toMillis()));
            run("store-relay-back", () -> pump(far, near));
            pump(near, far);
        } catch (IOException unreachable) {
            // The target sees what it would see without the relay: a connection that comes to nothing.
            end(near, far);
        } catch (RuntimeException failed) {
            failed(failed);
            end(near, far);
        }
    }

    /** Not those that were accepted in the moment of the cut, nor too many. */
    private synchronized boolean admit(ServerSocket listening, Socket near, Socket far) {
        if (listener != listening || open.size() >= 2 * MOST_CONNECTIONS) {
            return false;
        }
        open.add(near);
        open.add(far);
        return true;
    }

    private void pump(Socket from, Socket to) {
        try {
            from.getInputStream().transferTo(to.getOutputStream());
        } catch (IOException gone) {
            // One end is gone, so the other one goes.
        } finally {
            end(from, to);
        }
    }

    private synchronized void end(Socket one, Socket other) {
        for (Socket socket : new Socket[] {one, other}) {
            try {
                open.remove(socket);
                socket.close();
            } catch (IOException closed) {
                // It is of no more use either way.
            }
        }
    }

    private static void reset(Socket socket) {
        try {
            // Without lingering a close is a reset.
            socket.setSoLinger(true, 0);
            socket.close();
        } catch (IOException closed) {
            // It is of no more use either way.
        }
    }

    private Thread run(String name, Runnable work) {
        Thread thread = new Thread(
                () -> {
                    try {
                        work.run();
                    } catch (RuntimeException failed) {
                        failed(failed);
                    }
                },
                name);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
