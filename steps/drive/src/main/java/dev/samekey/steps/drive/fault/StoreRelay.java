package dev.samekey.steps.drive.fault;

import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Target;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.HashSet;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The way from the target to its store: it passes bytes on, and can be cut, so that the store is out of reach (STO-9).
 * Every connection has two threads; none of them outlives the connection.
 */
public final class StoreRelay implements StoreSwitch, AutoCloseable {
    private static final int MOST_CONNECTIONS = 200;
    private static final Duration LIMIT = Duration.ofSeconds(5);

    private final int listen;
    private final Target.Store store;
    private final Set<Socket> open = new HashSet<>();
    private @Nullable ServerSocket listener;
    private @Nullable Thread accepting;
    /** What ended one of the threads: from then on the store may be out of reach without a cut. */
    private @Nullable Throwable failure;

    public StoreRelay(Target.Store store) {
        this.listen = Objects.requireNonNull(store.listen());
        this.store = store;
    }

    /**
     * Opens the way, or leaves it open.
     *
     * @throws CannotRun when something else listens where the target looks for its store, or the relay failed unexpectedly
     */
    @Override
    public synchronized void restore() {
        mustBeWhole();
        if (listener != null) {
            return;
        }
        try {
            ServerSocket fresh = new ServerSocket();
            fresh.setReuseAddress(true);
            fresh.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), listen));
            listener = fresh;
            accepting = run("store-relay", () -> accept(fresh));
        } catch (IOException failure) {
            throw new CannotRun(
                    "cannot stand between the target and its store at port " + listen + ": " + failure.getMessage());
        }
    }

    /**
     * Refuses every new connection and resets those that are there.
     *
     * @throws CannotRun when the relay cannot be cut, or failed unexpectedly before
     */
    @Override
    public void cut() {
        Thread last = end();
        try {
            // A closed listener holds its port until nobody waits in it any more.
            if (last != null) {
                last.join(LIMIT.toMillis());
            }
            if (last != null && last.isAlive()) {
                throw new CannotRun("cannot cut the way to the store: its port " + listen + " is not free within "
                        + LIMIT.toSeconds() + " s");
            }
        } catch (InterruptedException interrupted) {
            throw Interrupted.waitingFor("the way to the store to be cut", interrupted);
        }
    }

    /** The same; nobody needs its port any more. */
    @Override
    public void close() {
        var unused = end();
    }

    /** The thread that accepted until now; nothing where the way is cut already. */
    private synchronized @Nullable Thread end() {
        ServerSocket last = listener;
        listener = null;
        open.forEach(StoreRelay::reset);
        open.clear();
        try {
            if (last != null) {
                last.close();
            }
        } catch (IOException uncut) {
            throw new CannotRun("cannot cut the way to the store: " + uncut.getMessage());
        }
        mustBeWhole();
        return last == null ? null : accepting;
    }

    private void mustBeWhole() {
        if (failure != null) {
            throw new CannotRun("the relay to the store failed unexpectedly: " + failure);
        }
    }

    private synchronized void failed(Throwable cause) {
        failure = failure == null ? cause : failure;
    }

    private void accept(ServerSocket listening) {
        try {
            while (true) {
                Socket near = listening.accept();
                run("store-relay-out", () -> pass(listening, near));
            }
        } catch (IOException over) {
            if (isOpen(listening)) {
                failed(over);
            }
        }
    }

    /** Where it is not, the way was cut. */
    private synchronized boolean isOpen(ServerSocket listening) {
        return listener == listening;
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
        Thread thread = new Thread(work, name);
        thread.setUncaughtExceptionHandler((unused, thrown) -> failed(thrown));
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
