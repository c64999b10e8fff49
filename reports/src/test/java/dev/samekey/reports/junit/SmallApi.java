package dev.samekey.reports.junit;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** Makes payments on a free port, and replays them or not. */
public final class SmallApi implements AutoCloseable {
    private final AtomicInteger payments = new AtomicInteger();
    private final Map<String, String> stored = new ConcurrentHashMap<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(8);
    private final HttpServer server;
    private final boolean replays;

    public SmallApi(boolean replays) {
        this.replays = replays;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.setExecutor(threads);
        server.createContext("/", this::answer);
        server.start();
    }

    public String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    private void answer(HttpExchange exchange) throws IOException {
        exchange.getRequestBody().readAllBytes();
        String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
        String before = replays ? stored.get(key) : null;
        String body = before == null ? "{\"id\": \"p-" + payments.incrementAndGet() + "\"}" : before;
        stored.put(key, body);
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().add("Content-Type", "application/json");
        if (before != null) {
            exchange.getResponseHeaders().add("Idempotent-Replayed", "true");
        }
        exchange.sendResponseHeaders(201, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
