package dev.samekey.server.http;

import dev.samekey.server.contract.Fault;
import io.javalin.Javalin;
import io.javalin.compression.CompressionStrategy;
import io.javalin.compression.Gzip;
import io.javalin.config.JavalinConfig;
import io.javalin.http.Context;
import io.javalin.http.HandlerType;
import io.javalin.http.HttpResponseException;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.eclipse.jetty.http2.server.HTTP2CServerConnectionFactory;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.server.AbstractConnector;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.NetworkConnector;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.util.component.LifeCycle;

/** Serves routes over HTTP. */
public final class HttpServer implements AutoCloseable {
    /** How many bytes a request may have beside its head. */
    public static final int LARGEST_BODY = 100_000;

    private static final int FASTEST = 1;

    /** A handler may wait more than once. */
    private static final long INTERRUPT_NANOS = 5_000_000;

    private final List<Route> routes;
    private final Problems problems;
    private final Javalin javalin;
    private final Consumer<Server> listener;
    private final String host;
    private final Set<Thread> handling = ConcurrentHashMap.newKeySet();

    private HttpServer(String host, List<Route> routes, Problems problems, Consumer<Server> listener) {
        this.host = host;
        this.listener = listener;
        this.routes = routes;
        this.problems = problems;
        this.javalin = Javalin.create(this::configure);
    }

    /** Starts to listen, once the listener has what is to be set on it; port 0 is any free port. */
    public static HttpServer start(
            String host, int port, List<Route> routes, Problems problems, Consumer<Server> listener) {
        HttpServer server = new HttpServer(host, routes, problems, listener);
        server.javalin.start(host, port);
        return server;
    }

    /** Where it listens. */
    public String url() {
        return "http://" + host + ":" + javalin.port();
    }

    @Override
    public void close() {
        javalin.stop();
    }

    /** Closes every connection, so that nothing is answered any more and nobody is told why. */
    public void disconnect() {
        for (Connector connector : javalin.jettyServer().server().getConnectors()) {
            ((NetworkConnector) connector).close();
            connector.getConnectedEndPoints().forEach(EndPoint::close);
        }
    }

    /**
     * Ends what was disconnected: interrupts what is handled until it gives up.
     *
     * @throws IllegalStateException when it goes on for longer than the limit
     */
    public void abandon(Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        while (!handling.isEmpty()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "a request was still handled " + limit + " after its server was abandoned");
            }
            handling.forEach(Thread::interrupt);
            LockSupport.parkNanos(INTERRUPT_NANOS);
        }
        close();
    }

    private void configure(JavalinConfig config) {
        config.startup.showJavalinBanner = false;
        config.startup.showOldJavalinVersionWarning = false;
        config.startup.startupWatcherEnabled = false;
        config.http.prefer405over404 = true;
        config.http.maxRequestSize = LARGEST_BODY;
        // Packed for the client that asks for it, a replay as a first answer: the body is the same below the coding.
        CompressionStrategy packed = new CompressionStrategy(null, new Gzip(FASTEST));
        packed.setDefaultMinSizeForCompression(1);
        config.http.compressionStrategy = packed;
        config.jetty.modifyServer(server -> server.setErrorHandler(new ProblemErrorHandler(problems)));
        config.jetty.modifyServer(HttpServer::offerSecondVersion);
        config.jetty.modifyServer(listener);
        config.routes.before(HttpServer::name);
        routes.forEach(route -> serve(config, route));
        routes.stream().map(Route::template).distinct().forEach(template -> describe(config, template));
        config.routes.exception(HttpResponseException.class, this::refuse);
        config.routes.exception(Exception.class, this::misunderstand);
    }

    /** HTTP/2 without TLS, by prior knowledge (RFC 9113, section 3.3). Only when the server starts has it got its connectors. */
    private static void offerSecondVersion(Server server) {
        server.addEventListener(new LifeCycle.Listener() {
            @Override
            public void lifeCycleStarting(LifeCycle starting) {
                for (Connector connector : server.getConnectors()) {
                    HttpConnectionFactory first = connector.getConnectionFactory(HttpConnectionFactory.class);
                    ((AbstractConnector) connector)
                            .addConnectionFactory(new HTTP2CServerConnectionFactory(first.getHttpConfiguration()));
                }
            }
        });
    }

    /** Each response has a request id and a cookie of its own, a replay too: neither is part of an outcome (RPL-14, RPL-15). */
    private static void name(Context context) {
        context.header("X-Request-Id", UUID.randomUUID().toString());
        context.header("Set-Cookie", "visit=" + UUID.randomUUID() + "; HttpOnly; SameSite=Strict");
    }

    private void serve(JavalinConfig config, Route route) {
        config.routes.addHttpHandler(
                HandlerType.findOrCreate(route.method()), route.template(), context -> answer(context, route));
        if (route.method().equals("GET")) {
            config.routes.head(route.template(), context -> answer(context, route));
        }
    }

    private void answer(Context context, Route route) {
        handling.add(Thread.currentThread());
        try {
            JavalinCalls.write(context, route.handler().handle(JavalinCalls.read(context, route)));
        } finally {
            handling.remove(Thread.currentThread());
        }
    }

    /** OPTIONS is safe and needs no key (KEY-6): it tells what a resource allows (RFC 9110, 9.3.7). */
    private void describe(JavalinConfig config, String template) {
        String allowed = routes.stream()
                .filter(route -> route.template().equals(template))
                .map(Route::method)
                .sorted()
                .collect(Collectors.joining(", ", "", ", OPTIONS"));
        config.routes.options(template, context -> context.status(204).header("Allow", allowed));
    }

    private void refuse(HttpResponseException refusal, Context context) {
        Answer answer = problems.render(faultOf(refusal.getStatus()), String.valueOf(refusal.getMessage()));
        String allowed = refusal.getDetails().get("availableMethods");
        JavalinCalls.write(context, allowed == null ? answer : answer.with("Allow", allowed));
    }

    /** Handlers always answer, so what else fails is the reading of the request, such as a bad escape in its query. */
    private void misunderstand(Exception failure, Context context) {
        JavalinCalls.write(context, problems.render(Fault.REQUEST_MALFORMED, "The request could not be read."));
    }

    private static Fault faultOf(int status) {
        return switch (status) {
            case 404 -> Fault.ROUTE_UNKNOWN;
            case 405 -> Fault.METHOD_NOT_ALLOWED;
            case 413 -> Fault.BODY_TOO_LARGE;
            default -> status < 500 ? Fault.REQUEST_MALFORMED : Fault.UNEXPECTED;
        };
    }
}
