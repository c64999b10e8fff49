package dev.samekey.server.replica;

import dev.samekey.server.database.Migrations;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;

/** Several replicas over one database. */
public final class Server implements AutoCloseable {
    private static final Duration GIVE_UP = Duration.ofSeconds(5);

    private final Settings settings;
    private final UnaryOperator<Parts> variation;
    private final List<Replica> replicas;

    private Server(Settings settings, UnaryOperator<Parts> variation, List<Replica> replicas) {
        this.settings = settings;
        this.variation = variation;
        this.replicas = replicas;
    }

    /** Migrates the database, then starts one replica for each port; the variation is applied to each. */
    public static Server start(Settings settings, List<Integer> ports, UnaryOperator<Parts> variation) {
        Migrations.run(Jdbi.create(settings.databaseUrl()));
        List<Replica> replicas = new ArrayList<>();
        try {
            for (int port : ports) {
                replicas.add(Replica.start(settings, name(replicas.size()), port, variation));
            }
            return new Server(settings, variation, replicas);
        } catch (RuntimeException failed) {
            replicas.forEach(Replica::close);
            throw failed;
        }
    }

    /** Where the replicas answer, in the order of their ports. */
    public List<String> urls() {
        return replicas.stream().map(Replica::url).toList();
    }

    /**
     * Ends the last replica and starts it again where it was, while the others run.
     *
     * @throws IllegalStateException when it is the only one
     */
    public synchronized void restartLast() {
        int last = replicas.size() - 1;
        if (last == 0) {
            throw new IllegalStateException("there is one replica, and it cannot restart itself");
        }
        int port = URI.create(replicas.get(last).url()).getPort();
        replicas.get(last).close();
        replicas.set(last, Replica.start(settings, name(last), port, variation));
    }

    /**
     * As when its process is killed, for the store and for whoever it talks to: nothing is answered, committed or sent any more, and
     * what the replicas had in memory is gone. Comes back when nothing of it runs.
     *
     * @throws IllegalStateException when something of it still runs after some seconds
     */
    public synchronized void abandon() {
        List<Future<?>> released =
                replicas.stream().<Future<?>>map(Replica::breakOff).toList();
        replicas.forEach(replica -> replica.abandon(GIVE_UP));
        for (Future<?> connections : released) {
            await(connections);
        }
    }

    private static void await(Future<?> connections) {
        try {
            connections.get(GIVE_UP.toMillis(), TimeUnit.MILLISECONDS);
        } catch (ExecutionException | TimeoutException failed) {
            throw new IllegalStateException(
                    "connections of an abandoned server to its database are still used", failed);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while a server was abandoned", interrupted);
        }
    }

    private static String name(int replica) {
        return "replica-" + (replica + 1);
    }

    @Override
    public synchronized void close() {
        replicas.forEach(Replica::close);
    }
}
