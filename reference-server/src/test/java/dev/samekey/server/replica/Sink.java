package dev.samekey.server.replica;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Gets messages, and answers with these statuses, one after the other; the last one stays. */
final class Sink implements AutoCloseable {
    private final BlockingQueue<Arrival> arrivals = new LinkedBlockingQueue<>();
    private final HttpServer server;

    private Sink(HttpServer server) {
        this.server = server;
    }

    static Sink answering(Integer... statuses) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            Sink sink = new Sink(server);
            BlockingQueue<Integer> left = new LinkedBlockingQueue<>(List.of(statuses));
            server.createContext("/", exchange -> {
                String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
                sink.arrivals.add(
                        new Arrival(String.valueOf(exchange.getRequestHeaders().getFirst("webhook-id")), body));
                exchange.sendResponseHeaders(left.size() > 1 ? left.remove() : left.element(), -1);
                exchange.close();
            });
            server.start();
            return sink;
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
    }

    /** The next that arrives within 5 s. */
    Arrival next() {
        return next(5_000);
    }

    /** The next that arrives within so many milliseconds, or nothing. */
    Arrival next(long millis) {
        try {
            Arrival arrival = arrivals.poll(millis, TimeUnit.MILLISECONDS);
            return arrival == null ? new Arrival("nothing", "") : arrival;
        } catch (InterruptedException interrupted) {
            throw new IllegalStateException(interrupted);
        }
    }

    @Override
    public void close() {
        server.stop(0);
    }

    record Arrival(String id, String body) {}
}
