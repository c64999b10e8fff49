package dev.samekey.steps.model.net;

import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.UnresolvedAddressException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLException;
import org.apache.hc.core5.concurrent.FutureCallback;
import org.apache.hc.core5.http.HttpHost;
import org.apache.hc.core5.http.config.CharCodingConfig;
import org.apache.hc.core5.http.impl.bootstrap.HttpAsyncRequester;
import org.apache.hc.core5.http.nio.AsyncClientEndpoint;
import org.apache.hc.core5.http.protocol.HttpCoreContext;
import org.apache.hc.core5.http.protocol.HttpProcessorBuilder;
import org.apache.hc.core5.http2.HttpVersionPolicy;
import org.apache.hc.core5.http2.config.H2Config;
import org.apache.hc.core5.http2.impl.nio.bootstrap.H2RequesterBootstrap;
import org.apache.hc.core5.http2.ssl.ApplicationProtocol;
import org.apache.hc.core5.http2.ssl.H2ClientTlsStrategy;
import org.apache.hc.core5.io.CloseMode;
import org.apache.hc.core5.reactor.IOReactorConfig;
import org.apache.hc.core5.reactor.ssl.TlsDetails;
import org.apache.hc.core5.util.Timeout;
import org.jspecify.annotations.Nullable;

/** One connection in HTTP/2, with a thread of its own. */
final class H2Connection implements AutoCloseable {
    private static final int HTTP_PORT = 80;
    private static final int HTTPS_PORT = 443;

    private final HttpAsyncRequester requester;
    private final CompletableFuture<AsyncClientEndpoint> endpoint = new CompletableFuture<>();

    private H2Connection(HttpAsyncRequester requester) {
        this.requester = requester;
    }

    /** @param limit for the connection, and for each silence */
    static H2Connection open(URI uri, SSLContext tls, Duration limit) {
        Timeout timeout = Timeout.of(limit);
        HttpAsyncRequester requester = H2RequesterBootstrap.bootstrap()
                .setIOReactorConfig(IOReactorConfig.custom().setIoThreadCount(1).build())
                .setVersionPolicy(HttpVersionPolicy.FORCE_HTTP_2)
                .setH2Config(H2Config.custom().setPushEnabled(false).build())
                // Nothing is added to a request, and a header has the same bytes as in HTTP/1.1.
                .setHttpProcessor(HttpProcessorBuilder.create().build())
                .setCharCodingConfig(CharCodingConfig.custom()
                        .setCharset(StandardCharsets.ISO_8859_1)
                        .build())
                .setTlsStrategy(new H2ClientTlsStrategy(tls, (host, engine) -> agreed(engine)))
                .setHandshakeTimeout(timeout)
                .create();
        H2Connection connection = new H2Connection(requester);
        requester.start();
        var unused = requester.connect(host(uri), timeout, null, connection.new Connected());
        return connection;
    }

    private static HttpHost host(URI uri) {
        boolean secure = "https".equalsIgnoreCase(uri.getScheme());
        int port = uri.getPort() < 0 ? (secure ? HTTPS_PORT : HTTP_PORT) : uri.getPort();
        // An address of IPv6 stands in brackets in a URL.
        String name = uri.getHost().replaceAll("[\\[\\]]", "");
        return new HttpHost(secure ? "https" : "http", name, port);
    }

    private static @Nullable TlsDetails agreed(SSLEngine engine) throws SSLException {
        String chosen = engine.getApplicationProtocol();
        if (!ApplicationProtocol.HTTP_2.id.equals(chosen)) {
            throw new SSLException("the server did not agree on HTTP/2 (ALPN: "
                    + (chosen == null || chosen.isEmpty() ? "nothing" : chosen) + ")");
        }
        return null;
    }

    void execute(H2Exchange<?> exchange) {
        var unused = endpoint.whenComplete((open, failure) -> {
            if (open == null) {
                exchange.fail(failure);
            } else {
                open.execute(exchange, HttpCoreContext.create());
            }
        });
    }

    @Override
    public void close() {
        requester.close(CloseMode.IMMEDIATE);
    }

    private final class Connected implements FutureCallback<AsyncClientEndpoint> {
        @Override
        public void completed(AsyncClientEndpoint open) {
            endpoint.complete(open);
        }

        @Override
        public void failed(Exception failure) {
            endpoint.completeExceptionally(described(failure));
        }

        @Override
        public void cancelled() {
            endpoint.completeExceptionally(new IOException("the connection was given up"));
        }
    }

    /** As the client of Java says it. */
    private static Exception described(Exception failure) {
        if (failure instanceof UnresolvedAddressException || failure instanceof java.net.UnknownHostException) {
            ConnectException unknown = new ConnectException("the host is not known");
            unknown.initCause(new UnresolvedAddressException());
            return unknown;
        }
        return failure instanceof SocketTimeoutException
                ? new HttpConnectTimeoutException("HTTP connect timed out")
                : failure;
    }
}
