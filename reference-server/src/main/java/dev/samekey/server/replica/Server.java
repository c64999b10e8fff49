package dev.samekey.server.replica;

import dev.samekey.server.database.Migrations;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;

/** Several replicas over one database. */
public final class Server implements AutoCloseable {
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

    private static String name(int replica) {
        return "replica-" + (replica + 1);
    }

    @Override
    public synchronized void close() {
        replicas.forEach(Replica::close);
    }
}
