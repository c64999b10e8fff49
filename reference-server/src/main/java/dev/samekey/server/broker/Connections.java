package dev.samekey.server.broker;

import io.nats.client.Connection;
import io.nats.client.ErrorListener;
import io.nats.client.Nats;
import io.nats.client.Options;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** One connection to each broker that a replica speaks to, made when it is first needed. */
public final class Connections implements AutoCloseable {
    private static final Duration CONNECT = Duration.ofSeconds(1);

    private final Map<URI, Connection> open = new HashMap<>();

    /**
     * The connection to a broker; it mends itself.
     *
     * @throws IOException when the broker cannot be reached now
     */
    synchronized Connection to(URI server) throws IOException, InterruptedException {
        Connection known = open.get(server);
        if (known != null) {
            return known;
        }
        Connection made = Nats.connect(Options.builder()
                .server(server.toString())
                .connectionTimeout(CONNECT)
                .maxReconnects(-1)
                // What goes wrong is told where it matters; the client would log it besides.
                .errorListener(new ErrorListener() {})
                .build());
        open.put(server, made);
        return made;
    }

    @Override
    public synchronized void close() {
        for (Connection connection : open.values()) {
            try {
                connection.close();
            } catch (InterruptedException interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        open.clear();
    }
}
