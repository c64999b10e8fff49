package dev.samekey.server.replica;

import com.github.kagkarlsson.scheduler.task.Task;
import dev.samekey.server.broker.Connections;
import dev.samekey.server.broker.EventStream;
import dev.samekey.server.broker.StreamConsumer;
import dev.samekey.server.database.ConnectionPool;
import dev.samekey.server.http.Answer;
import dev.samekey.server.http.ApiDescription;
import dev.samekey.server.http.HttpServer;
import dev.samekey.server.http.Route;
import dev.samekey.server.http.SafetyNet;
import dev.samekey.server.json.Json;
import dev.samekey.server.scheduling.Schedule;
import dev.samekey.server.security.Authentication;
import dev.samekey.server.telemetry.MeterNames;
import dev.samekey.server.telemetry.RequestTelemetry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A server of its own that shares nothing with the other replicas but the database. */
public final class Replica implements AutoCloseable {
    private final ConnectionPool pool;
    private final Schedule schedule;
    private final HttpServer server;
    private final Connections brokers;
    private final @Nullable StreamConsumer consumer;

    private Replica(
            ConnectionPool pool,
            Schedule schedule,
            HttpServer server,
            Connections brokers,
            @Nullable StreamConsumer consumer) {
        this.pool = pool;
        this.schedule = schedule;
        this.server = server;
        this.brokers = brokers;
        this.consumer = consumer;
    }

    /** Starts a replica; the variation may replace parts of it. */
    public static Replica start(Settings settings, String name, int port, UnaryOperator<Parts> variation) {
        Deque<Runnable> opened = new ArrayDeque<>();
        try {
            ConnectionPool pool = new ConnectionPool(settings.databaseUrl());
            opened.push(pool::close);
            Connections brokers = new Connections();
            opened.push(brokers::close);
            PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
            registry.config().namingConvention(new MeterNames());
            Foundation base = new Foundation(
                    name,
                    settings.contract(),
                    settings.clock(),
                    pool.jdbi(),
                    new Json(),
                    new Authentication(
                            settings.principals(), settings.contract().scope().sharedBy()),
                    registry);
            Parts parts = variation.apply(Composition.parts(
                    base,
                    settings.counterparts().provider(settings, base.jdbi(), base.json()),
                    settings.counterparts().shop(base.jdbi(), base.json()),
                    settings.counterparts().couriers(settings.clock(), brokers),
                    settings.signature()));
            HttpServer server = HttpServer.start(
                    settings.host(),
                    port,
                    routes(parts, registry, settings),
                    parts.get(Part.PROBLEMS),
                    parts.get(Part.LISTENER));
            opened.push(server::close);
            Schedule schedule = Schedule.start(name, pool.dataSource(), settings.clock(), tasks(parts));
            opened.push(schedule::close);
            EventStream events = settings.events();
            StreamConsumer consumer =
                    events == null ? null : StreamConsumer.start(brokers, events, Composition.receiver(parts));
            return new Replica(pool, schedule, server, brokers, consumer);
        } catch (RuntimeException failed) {
            opened.forEach(Runnable::run);
            throw failed;
        }
    }

    private static List<Task<?>> tasks(Parts parts) {
        return Stream.of(Part.TASKS, Part.TIMETABLE)
                .flatMap(place -> parts.get(place).apply(parts).stream())
                .toList();
    }

    private static List<Route> routes(Parts parts, PrometheusMeterRegistry registry, Settings settings) {
        RequestTelemetry telemetry =
                new RequestTelemetry(registry, settings.openTelemetry().getTracer("dev.samekey.server"));
        SafetyNet safetyNet = new SafetyNet(parts.get(Part.PROBLEMS));
        Status status = new Status(parts.base().jdbi(), registry);
        return Stream.concat(
                        parts.get(Part.ROUTES).apply(parts).stream().map(route -> route.wrap(telemetry::around)),
                        Stream.of(
                                Route.get("/health", status::health),
                                Route.get("/metrics", status::metrics),
                                Route.get("/openapi.yaml", call -> described(parts))))
                .map(route -> route.wrap(safetyNet::around))
                .toList();
    }

    /** With the media type of RFC 9512. */
    private static Answer described(Parts parts) {
        String yaml = new ApiDescription(parts.base().contract())
                .write(parts.get(Part.DESCRIPTION).get());
        return new Answer(200, Map.of("Content-Type", "application/yaml"), yaml, null);
    }

    /** Where it answers. */
    public String url() {
        return server.url();
    }

    /**
     * From now on it answers nobody, commits nothing and sends nothing.
     *
     * @return what ends when all its connections to the database are given back
     */
    Future<?> breakOff() {
        server.disconnect();
        Future<?> released = CompletableFuture.runAsync(pool::close, work -> new Thread(work, "abandoned").start());
        schedule.interrupt();
        brokers.close();
        return released;
    }

    /**
     * Ends what was broken off.
     *
     * @throws IllegalStateException when a request is still handled after the limit
     */
    void abandon(Duration limit) {
        server.abandon(limit);
        if (consumer != null) {
            consumer.close();
        }
        schedule.close();
    }

    /** Stops to listen first, so that no request is left without its database. */
    @Override
    public void close() {
        server.close();
        if (consumer != null) {
            consumer.close();
        }
        schedule.close();
        brokers.close();
        pool.close();
    }
}
