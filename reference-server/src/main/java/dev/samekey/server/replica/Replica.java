package dev.samekey.server.replica;

import dev.samekey.server.database.ConnectionPool;
import dev.samekey.server.http.HttpServer;
import dev.samekey.server.http.Route;
import dev.samekey.server.http.SafetyNet;
import dev.samekey.server.idempotency.Cleanup;
import dev.samekey.server.json.Json;
import dev.samekey.server.sandbox.SandboxProvider;
import dev.samekey.server.security.Authentication;
import dev.samekey.server.telemetry.MeterNames;
import dev.samekey.server.telemetry.RequestTelemetry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A server of its own that shares nothing with the other replicas but the database. */
public final class Replica implements AutoCloseable {
    private static final Duration CLEANUP_PERIOD = Duration.ofMinutes(10);

    private final ConnectionPool pool;
    private final Cleanup cleanup;
    private final HttpServer server;

    private Replica(ConnectionPool pool, Cleanup cleanup, HttpServer server) {
        this.pool = pool;
        this.cleanup = cleanup;
        this.server = server;
    }

    /** Starts a replica; the variation may replace parts of it. */
    public static Replica start(Settings settings, String name, int port, UnaryOperator<Parts> variation) {
        ConnectionPool pool = new ConnectionPool(settings.databaseUrl());
        try {
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            registry.config().namingConvention(new MeterNames());
            Foundation base = new Foundation(
                    name,
                    settings.contract(),
                    settings.clock(),
                    pool.jdbi(),
                    new Json(),
                    new Authentication(settings.principals()),
                    registry);
            Parts parts = variation.apply(Composition.parts(
                    base, new SandboxProvider(pool.jdbi(), settings.clock(), settings.providerDelay())));
            HttpServer server = HttpServer.start(
                    settings.host(),
                    port,
                    routes(parts, registry, settings),
                    parts.get(Part.PROBLEMS),
                    parts.get(Part.LISTENER));
            return new Replica(pool, new Cleanup(parts.get(Part.RECORDS), CLEANUP_PERIOD), server);
        } catch (RuntimeException failed) {
            pool.close();
            throw failed;
        }
    }

    private static List<Route> routes(Parts parts, PrometheusMeterRegistry registry, Settings settings) {
        RequestTelemetry telemetry =
                new RequestTelemetry(registry, settings.openTelemetry().getTracer("dev.samekey.server"));
        SafetyNet safetyNet = new SafetyNet(parts.get(Part.PROBLEMS));
        Status status = new Status(parts.base().jdbi(), registry);
        return Stream.concat(
                        parts.get(Part.ROUTES).apply(parts).stream().map(route -> route.wrap(telemetry::around)),
                        Stream.of(Route.get("/health", status::health), Route.get("/metrics", status::metrics)))
                .map(route -> route.wrap(safetyNet::around))
                .toList();
    }

    /** Where it answers. */
    public String url() {
        return server.url();
    }

    /** Stops to listen first, so that no request is left without its database. */
    @Override
    public void close() {
        server.close();
        cleanup.close();
        pool.close();
    }
}
