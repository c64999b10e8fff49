package dev.samekey.oracles.traces;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.oracles.evidence.OracleSilent;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.zip.GZIPInputStream;

/**
 * Takes spans in that the target exports by OTLP over HTTP, in protobuf or JSON, at {@code /v1/traces} of a port of this
 * machine. The newest hundred thousand are kept.
 */
public final class OtlpReceiver implements SpanSource, AutoCloseable {
    private static final int MOST_SPANS = 100_000;
    private static final int MOST_BYTES = 16 * 1024 * 1024;
    private static final String PROTOBUF = "application/x-protobuf";
    private static final String JSON = "application/json";

    private final Deque<Arrived> spans = new ArrayDeque<>();
    private final ExecutorService threads = Executors.newFixedThreadPool(2, OtlpReceiver::daemon);
    private final HttpServer server;

    private OtlpReceiver(HttpServer server) {
        this.server = server;
    }

    private record Arrived(Instant at, Span span) {}

    /**
     * Starts to listen on the loopback interface.
     *
     * @param port 0 for any that is free
     * @throws OracleSilent when the port is taken
     */
    public static OtlpReceiver open(int port) {
        try {
            HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 0);
            OtlpReceiver receiver = new OtlpReceiver(server);
            server.setExecutor(receiver.threads);
            server.createContext("/v1/traces", receiver::receive);
            server.start();
            return receiver;
        } catch (IOException failure) {
            throw new OracleSilent("cannot listen for spans at 127.0.0.1:" + port, failure);
        }
    }

    public int port() {
        return server.getAddress().getPort();
    }

    @Override
    public String name() {
        return "OTLP at 127.0.0.1:" + port();
    }

    /** It listens since it was made. */
    @Override
    public void check() {}

    @Override
    public synchronized List<Span> with(String attribute, String value) {
        return spans.stream()
                .map(Arrived::span)
                .filter(span -> span.has(attribute, value))
                .toList();
    }

    @Override
    public synchronized boolean anySince(Instant time) {
        return !spans.isEmpty() && !spans.getLast().at().isBefore(time);
    }

    @Override
    public Duration pause() {
        return Duration.ofMillis(20);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }

    private void receive(HttpExchange exchange) throws IOException {
        try (exchange) {
            String type = String.valueOf(exchange.getRequestHeaders().getFirst("Content-Type"));
            answer(exchange, take(type, exchange), type);
        }
    }

    /** What cannot be read gets an error status: the exporter reports it. */
    private int take(String type, HttpExchange exchange) {
        try {
            byte[] body = body(exchange);
            if (body.length > MOST_BYTES) {
                return 413;
            }
            if (type.startsWith(PROTOBUF)) {
                keep(OtlpSpans.ofProtobuf(body));
                return 200;
            }
            if (type.startsWith(JSON)) {
                keep(OtlpSpans.ofJson(body));
                return 200;
            }
            return 415;
        } catch (IOException unreadable) {
            return 400;
        }
    }

    private static byte[] body(HttpExchange exchange) throws IOException {
        boolean zipped = "gzip".equalsIgnoreCase(exchange.getRequestHeaders().getFirst("Content-Encoding"));
        try (InputStream in = zipped ? new GZIPInputStream(exchange.getRequestBody()) : exchange.getRequestBody()) {
            return in.readNBytes(MOST_BYTES + 1);
        }
    }

    /** A success without a partial one in it is an empty message. */
    private static void answer(HttpExchange exchange, int status, String type) throws IOException {
        byte[] body = status == 200 && type.equals(JSON) ? new byte[] {'{', '}'} : new byte[0];
        exchange.getResponseHeaders().set("Content-Type", type);
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
    }

    private synchronized void keep(List<Span> received) {
        Instant now = Instant.now();
        received.forEach(span -> spans.addLast(new Arrived(now, span)));
        while (spans.size() > MOST_SPANS) {
            spans.removeFirst();
        }
    }

    private static Thread daemon(Runnable work) {
        Thread thread = new Thread(work, "otlp-receiver");
        thread.setDaemon(true);
        return thread;
    }
}
