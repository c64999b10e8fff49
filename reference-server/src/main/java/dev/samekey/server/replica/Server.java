package dev.samekey.server.replica;

import dev.samekey.server.database.Migrations;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;

/** Several replicas over one database. */
public final class Server implements AutoCloseable {
    private final List<Replica> replicas;

    private Server(List<Replica> replicas) {
        this.replicas = replicas;
    }

    /** Migrates the database, then starts one replica for each port; the variation is applied to each. */
    public static Server start(Settings settings, List<Integer> ports, UnaryOperator<Parts> variation) {
        Migrations.run(Jdbi.create(settings.databaseUrl()));
        List<Replica> replicas = new ArrayList<>();
        try {
            for (int port : ports) {
                replicas.add(Replica.start(settings, "replica-" + (replicas.size() + 1), port, variation));
            }
            return new Server(replicas);
        } catch (RuntimeException failed) {
            replicas.forEach(Replica::close);
            throw failed;
        }
    }

    /** Where the replicas answer, in the order of their ports. */
    public List<String> urls() {
        return replicas.stream().map(Replica::url).toList();
    }

    @Override
    public void close() {
        replicas.forEach(Replica::close);
    }
}
