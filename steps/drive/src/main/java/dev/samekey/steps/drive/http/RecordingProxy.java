package dev.samekey.steps.drive.http;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.model.net.Network;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A proxy in front of a service. It passes each request on once, unchanged, and hands it with its response to a receiver. It speaks
 * HTTP/1.1 on both sides. Where the service gives no response, the caller gets none.
 */
public final class RecordingProxy implements AutoCloseable {
    /** Between one hop and the next (RFC 9110, section 7.6.1), and what a client of Java writes itself. */
    private static final Set<String> OF_A_HOP = Set.of(
            "connection",
            "keep-alive",
            "proxy-connection",
            "te",
            "trailer",
            "transfer-encoding",
            "upgrade",
            "host",
            "expect",
            "content-length");

    private static final int MOST_AT_ONCE = 200;
    private static final int BACKLOG = 1000;
    private static final Duration TO_END = Duration.ofSeconds(2);
    private static final int CHUNK = 16 * 1024;

    private final HttpServer server;
    private final ExecutorService threads = Executors.newFixedThreadPool(MOST_AT_ONCE);
    private final HttpClient client;
    private final URI upstream;
    private final Duration limit;
    private Consumer<Passed> witness = unused -> {};

    /**
     * What passed.
     *
     * @param request null in place of a body that is longer than what is noted
     * @param answer null where there was none; its body is empty where it is longer than what is noted
     * @param isWhole whether both bodies were noted
     */
    public record Passed(
            Instant sent,
            Instant answered,
            Request request,
            @Nullable Answer answer,
            boolean isWhole) {}

    /**
     * One that listens, and passes nothing on before it is started.
     *
     * @param limit for the service's response to begin
     * @throws IOException when it cannot listen there
     */
    public RecordingProxy(InetSocketAddress listen, URI upstream, Network network, Duration limit) throws IOException {
        this.upstream = upstream;
        this.client = network.client(limit);
        this.limit = limit;
        this.server = HttpServer.create(listen, BACKLOG);
        server.setExecutor(threads);
        server.createContext("/", this::pass);
    }

    /** @param receiver gets what passed, from several threads */
    public void start(Consumer<Passed> receiver) {
        witness = receiver;
        server.start();
    }

    public int port() {
        return server.getAddress().getPort();
    }

    private void pass(HttpExchange exchange) throws IOException {
        Instant sent = Instant.now();
        byte[] body = exchange.getRequestBody().readNBytes(Answer.MOST_BYTES + 1);
        boolean isLong = body.length > Answer.MOST_BYTES;
        Request request = request(exchange, isLong ? null : body);
        HttpRequest forward = forwarded(exchange, body, isLong);
        try {
            HttpResponse<InputStream> response = client.send(forward, HttpResponse.BodyHandlers.ofInputStream());
            answer(exchange, response, sent, request, isLong);
        } catch (InterruptedException interrupted) {
            // It was under way when the proxy ended: it may have arrived.
            witness.accept(new Passed(sent, Instant.now(), request, null, !isLong));
            Thread.currentThread().interrupt();
            exchange.close();
        } catch (IOException failure) {
            witness.accept(new Passed(sent, Instant.now(), request, null, !isLong));
            exchange.close();
        }
    }

    private static Request request(HttpExchange exchange, byte @Nullable [] body) {
        List<Header> headers = new ArrayList<>();
        exchange.getRequestHeaders()
                .forEach((name, values) -> values.forEach(value -> headers.add(new Header(name, value))));
        return new Request(
                exchange.getRequestMethod(),
                exchange.getRequestURI().toString(),
                headers,
                body == null ? null : Answer.of(0, List.of(), body).body());
    }

    private HttpRequest forwarded(HttpExchange exchange, byte[] body, boolean isLong) {
        HttpRequest.BodyPublisher publisher = isLong
                ? HttpRequest.BodyPublishers.ofInputStream(
                        () -> new SequenceInputStream(new ByteArrayInputStream(body), exchange.getRequestBody()))
                : body.length == 0 ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofByteArray(body);
        HttpRequest.Builder builder = HttpRequest.newBuilder(
                        URI.create(upstream.toString().replaceFirst("/+$", "") + exchange.getRequestURI()))
                .method(exchange.getRequestMethod(), publisher)
                .timeout(limit);
        exchange.getRequestHeaders().forEach((name, values) -> {
            if (!OF_A_HOP.contains(name.toLowerCase(Locale.ROOT))) {
                values.forEach(value -> builder.header(name, value));
            }
        });
        return builder.build();
    }

    private void answer(
            HttpExchange exchange, HttpResponse<InputStream> response, Instant sent, Request request, boolean isLong)
            throws IOException {
        List<Header> headers = new ArrayList<>();
        for (Map.Entry<String, List<String>> header : response.headers().map().entrySet()) {
            if (header.getKey().startsWith(":")) {
                continue;
            }
            header.getValue().forEach(value -> headers.add(new Header(header.getKey(), value)));
            if (!OF_A_HOP.contains(header.getKey().toLowerCase(Locale.ROOT))) {
                exchange.getResponseHeaders().put(header.getKey(), header.getValue());
            }
        }
        long length = response.headers().firstValueAsLong("content-length").orElse(0);
        boolean hasNone = exchange.getRequestMethod().equals("HEAD")
                || response.statusCode() == 204
                || response.statusCode() == 304
                || response.headers()
                        .firstValue("content-length")
                        .filter("0"::equals)
                        .isPresent();
        ByteArrayOutputStream noted = new ByteArrayOutputStream();
        try (InputStream in = response.body()) {
            exchange.sendResponseHeaders(response.statusCode(), hasNone ? -1 : length);
            copy(in, exchange.getResponseBody(), noted);
            exchange.getResponseBody().close();
        } catch (IOException failure) {
            // Its caller has gone, or the service has broken off: what arrived is no whole response.
            witness.accept(new Passed(sent, Instant.now(), request, null, !isLong));
            exchange.close();
            return;
        }
        boolean isWhole = noted.size() <= Answer.MOST_BYTES;
        Answer answer = Answer.of(response.statusCode(), headers, isWhole ? noted.toByteArray() : new byte[0]);
        witness.accept(new Passed(sent, Instant.now(), request, answer, isWhole && !isLong));
    }

    private static void copy(InputStream in, OutputStream out, ByteArrayOutputStream noted) throws IOException {
        byte[] bytes = new byte[CHUNK];
        for (int read = in.read(bytes); read >= 0; read = in.read(bytes)) {
            out.write(bytes, 0, read);
            out.flush();
            if (noted.size() <= Answer.MOST_BYTES) {
                noted.write(bytes, 0, read);
            }
        }
    }

    /** Ends: what has been answered is still noted, and what is under way is cut and noted as without a response. */
    @Override
    public void close() {
        server.stop(0);
        threads.shutdown();
        if (!hasEnded()) {
            threads.shutdownNow();
            hasEnded();
        }
    }

    private boolean hasEnded() {
        try {
            return threads.awaitTermination(TO_END.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
