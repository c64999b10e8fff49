package dev.samekey.steps.drive.service;

import static com.github.tomakehurst.wiremock.core.WireMockConfiguration.options;

import com.github.tomakehurst.wiremock.WireMockServer;
import com.github.tomakehurst.wiremock.common.FatalStartupException;
import com.github.tomakehurst.wiremock.core.Options;
import com.github.tomakehurst.wiremock.core.WireMockConfiguration;
import com.github.tomakehurst.wiremock.http.AdminRequestHandler;
import com.github.tomakehurst.wiremock.http.HttpServer;
import com.github.tomakehurst.wiremock.http.StubRequestHandler;
import com.github.tomakehurst.wiremock.jetty11.Jetty11HttpServer;
import dev.samekey.oracles.wait.Await;
import dev.samekey.steps.drive.process.CannotRun;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.time.Duration;
import java.util.EnumSet;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import wiremock.jakarta.servlet.DispatcherType;
import wiremock.jakarta.servlet.Filter;
import wiremock.jakarta.servlet.FilterChain;
import wiremock.jakarta.servlet.ServletRequest;
import wiremock.jakarta.servlet.ServletResponse;
import wiremock.jakarta.servlet.http.HttpServletRequest;
import wiremock.jakarta.servlet.http.HttpServletResponse;
import wiremock.org.eclipse.jetty.http2.parser.RateControl;
import wiremock.org.eclipse.jetty.http2.server.AbstractHTTP2ServerConnectionFactory;
import wiremock.org.eclipse.jetty.server.ServerConnector;
import wiremock.org.eclipse.jetty.servlet.FilterHolder;
import wiremock.org.eclipse.jetty.servlet.ServletContextHandler;

/**
 * A loopback port. WireMock brings the server, with TLS and HTTP/2; a filter takes each request before WireMock's stubs, because
 * these cannot lose the response of one HTTP/2 stream, see that a client gives up, or stop to listen for a while.
 */
final class HttpListener implements AutoCloseable {
    private static final String HOST = "127.0.0.1";
    /** Each request that is held has a thread; more requests than this are a flood. */
    private static final int THREADS = 2_100;

    private static final int STREAMS = 4_096;
    private static final int BACKLOG = 1_024;
    private static final long IDLE_MS = 180_000;
    private static final long STOP_MS = 100;
    private static final Duration CLOSED = Duration.ofSeconds(10);
    private static final Duration LOOK = Duration.ofMillis(5);
    private static final int CONNECT_MS = 1_000;

    private final Protocol protocol;
    private final Consumer<ServiceCall> desk;
    private final CountDownLatch closed = new CountDownLatch(1);
    private final WireMockServer server;
    private @Nullable Listener listener;
    private int port;

    /**
     * Prepares, opens nothing.
     *
     * @param port 0 for any that is free
     * @param certificate for TLS; null without
     * @param desk answers each request, in a thread of its own
     */
    HttpListener(Protocol protocol, int port, @Nullable Certificate certificate, Consumer<ServiceCall> desk) {
        this.protocol = protocol;
        this.port = port;
        this.desk = desk;
        this.server = new WireMockServer(configuration(port, certificate));
    }

    private WireMockConfiguration configuration(int port, @Nullable Certificate certificate) {
        WireMockConfiguration form = options()
                .bindAddress(HOST)
                .containerThreads(THREADS)
                .jettyAcceptQueueSize(BACKLOG)
                .jettyIdleTimeout(IDLE_MS)
                .jettyStopTimeout(STOP_MS)
                .disableRequestJournal()
                .stubRequestLoggingDisabled(true)
                .gzipDisabled(true)
                .http2PlainDisabled(protocol != Protocol.H2C)
                .http2TlsDisabled(protocol != Protocol.H2)
                .httpServerFactory(this::listen);
        if (certificate == null) {
            return form.port(port);
        }
        return form.httpDisabled(true)
                .httpsPort(port)
                .keystorePath(certificate.store().toString())
                .keystoreType("PKCS12")
                .keystorePassword(Certificate.PASSWORD)
                .keyManagerPassword(Certificate.PASSWORD);
    }

    private HttpServer listen(Options options, AdminRequestHandler admin, StubRequestHandler stubs) {
        Listener made = new Listener(options, admin, stubs);
        listener = made;
        return made;
    }

    /** @throws CannotRun when something else listens at the port */
    void open() {
        try {
            server.start();
        } catch (FatalStartupException failure) {
            throw new CannotRun("cannot open a service at port " + port + ": " + failure.getMessage());
        }
        port = connector().getLocalPort();
        // Once it has stopped to listen it listens there again.
        connector().setPort(port);
    }

    private ServerConnector connector() {
        return Objects.requireNonNull(listener).connector();
    }

    URI url() {
        return URI.create((protocol.isSecure() ? "https://" : "http://") + HOST + ":" + port);
    }

    /** Closes every connection; who opens one is refused. */
    void refuse() {
        try {
            connector().stop();
        } catch (Exception failure) {
            throw new CannotRun("the service cannot stop to listen at port " + port + ": " + failure.getMessage());
        }
        if (!Await.until("the port to refuse connections", CLOSED, LOOK, this::isRefused)) {
            throw new CannotRun("the service still takes connections at port " + port + " after it was stopped");
        }
    }

    /** The system closes the port when its selector has seen that; until then it takes connections, which nobody serves. */
    private boolean isRefused() {
        try (Socket probe = new Socket()) {
            probe.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MS);
            return false;
        } catch (ConnectException refused) {
            return true;
        } catch (IOException busy) {
            return false;
        }
    }

    /** Listens again. */
    void accept() {
        try {
            connector().start();
        } catch (Exception failure) {
            throw new CannotRun("the service cannot listen at port " + port + " again: " + failure.getMessage());
        }
    }

    @Override
    public void close() {
        closed.countDown();
        // A server that never listened cannot be stopped.
        if (server.isRunning()) {
            server.stop();
        }
    }

    private final class Listener extends Jetty11HttpServer {
        Listener(Options options, AdminRequestHandler admin, StubRequestHandler stubs) {
            super(options, admin, stubs);
            connector().getConnectionFactories().stream()
                    .filter(AbstractHTTP2ServerConnectionFactory.class::isInstance)
                    .map(AbstractHTTP2ServerConnectionFactory.class::cast)
                    .forEach(second -> {
                        second.setMaxConcurrentStreams(STREAMS);
                        // A client that gives up on many requests at once is no attack here.
                        second.setRateControlFactory(new RateControl.Factory() {});
                    });
        }

        ServerConnector connector() {
            return protocol.isSecure() ? httpsConnector : httpConnector;
        }

        @Override
        protected void decorateMockServiceContextBeforeConfig(ServletContextHandler context) {
            context.addFilter(new FilterHolder(new Reception()), "/*", EnumSet.of(DispatcherType.REQUEST));
        }
    }

    /** Takes every request; nothing comes to the stubs. */
    private final class Reception implements Filter {
        @Override
        public void doFilter(ServletRequest request, ServletResponse response, FilterChain unused) throws IOException {
            desk.accept(ServiceCall.of((HttpServletRequest) request, (HttpServletResponse) response, closed));
        }
    }
}
