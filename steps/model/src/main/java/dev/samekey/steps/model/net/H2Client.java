package dev.samekey.steps.model.net;

import java.io.IOException;
import java.net.Authenticator;
import java.net.CookieHandler;
import java.net.ProxySelector;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLParameters;

/**
 * Speaks HTTP/2 to the target, and sends each request once: the client of Java falls back to HTTP/1.1, knows no prior
 * knowledge, and sends again what a server has refused. Each request has a connection of its own, so that none meets one
 * that is closing. Other hosts are left to a client that speaks HTTP/1.1.
 */
public final class H2Client extends HttpClient implements AutoCloseable {
    /** Duplicates meet on one connection and across connections: a load balancer sends each connection to one server. */
    private static final int SHARED = 2;

    private final Network network;
    private final Duration limit;
    private final HttpClient others;
    private final boolean shares;
    private final Map<String, H2Connection> shared = new ConcurrentHashMap<>();
    private final AtomicInteger turn = new AtomicInteger();

    H2Client(Network network, Duration limit, HttpClient others) {
        this(network, limit, others, false);
    }

    private H2Client(Network network, Duration limit, HttpClient others, boolean shares) {
        this.network = network;
        this.limit = limit;
        this.others = others;
        this.shares = shares;
    }

    /** One whose requests are streams of two connections to each server, until it is closed. */
    public H2Client sharing() {
        return new H2Client(network, limit, others, true);
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(HttpRequest request, HttpResponse.BodyHandler<T> handler) {
        if (!network.protocol(request.uri()).isSecondVersion()) {
            return others.sendAsync(request, handler);
        }
        H2Exchange<T> exchange = new H2Exchange<>(request, handler);
        H2Connection connection = connection(request.uri());
        if (!shares) {
            var unused = exchange.over().whenComplete((over, failure) -> connection.close());
        }
        connection.execute(exchange);
        request.timeout()
                .ifPresent(limit -> CompletableFuture.delayedExecutor(limit.toMillis(), TimeUnit.MILLISECONDS)
                        .execute(() -> exchange.late(new HttpTimeoutException("request timed out"))));
        return exchange.result();
    }

    private H2Connection connection(URI uri) {
        return shares
                ? shared.computeIfAbsent(
                        uri.getRawAuthority() + " " + turn.getAndIncrement() % SHARED, place -> open(uri))
                : open(uri);
    }

    private H2Connection open(URI uri) {
        return H2Connection.open(uri, network.tls(), limit);
    }

    /** Closes what its requests share, whatever is still under way. */
    @Override
    public void close() {
        shared.values().forEach(H2Connection::close);
        shared.clear();
    }

    @Override
    public <T> HttpResponse<T> send(HttpRequest request, HttpResponse.BodyHandler<T> handler)
            throws IOException, InterruptedException {
        CompletableFuture<HttpResponse<T>> coming = sendAsync(request, handler);
        try {
            return coming.get();
        } catch (ExecutionException failure) {
            if (failure.getCause() instanceof IOException cause) {
                throw cause;
            }
            throw new IOException(failure.getCause());
        } catch (InterruptedException interrupted) {
            coming.cancel(true);
            throw interrupted;
        }
    }

    @Override
    public <T> CompletableFuture<HttpResponse<T>> sendAsync(
            HttpRequest request, HttpResponse.BodyHandler<T> handler, HttpResponse.PushPromiseHandler<T> pushed) {
        return sendAsync(request, handler);
    }

    @Override
    public Optional<CookieHandler> cookieHandler() {
        return Optional.empty();
    }

    @Override
    public Optional<Duration> connectTimeout() {
        return Optional.of(limit);
    }

    @Override
    public Redirect followRedirects() {
        return Redirect.NEVER;
    }

    @Override
    public Optional<ProxySelector> proxy() {
        return Optional.empty();
    }

    @Override
    public SSLContext sslContext() {
        return network.tls();
    }

    @Override
    public SSLParameters sslParameters() {
        return network.tls().getDefaultSSLParameters();
    }

    @Override
    public Optional<Authenticator> authenticator() {
        return Optional.empty();
    }

    @Override
    public Version version() {
        return Version.HTTP_2;
    }

    @Override
    public Optional<Executor> executor() {
        return Optional.empty();
    }
}
