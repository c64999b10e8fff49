package dev.samekey.cli;

import dev.samekey.defects.common.Defect;
import dev.samekey.server.broker.EventStream;
import dev.samekey.server.contract.Contract;
import dev.samekey.server.control.AdjustableClock;
import dev.samekey.server.control.Control;
import dev.samekey.server.database.DatabaseServer;
import dev.samekey.server.database.DatabaseServers;
import dev.samekey.server.replica.Counterparts;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.replica.Server;
import dev.samekey.server.replica.Settings;
import dev.samekey.server.security.WebhookSecret;
import dev.samekey.server.telemetry.Logging;
import dev.samekey.server.telemetry.Tracing;
import dev.samekey.variants.Variant;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the server. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Run the payment service: one replica for each port, all over one database.")
final class ServeCommand implements Runnable {
    @Option(
            names = "--port",
            paramLabel = "N",
            description = "A replica on this port; repeat it for more. 0: any free port. Default: 8080 and 8081.")
    private List<Integer> ports = List.of(8080, 8081);

    @Option(
            names = "--host",
            paramLabel = "ADDRESS",
            defaultValue = "127.0.0.1",
            description = "Address to listen on. Default: ${DEFAULT-VALUE}.")
    private String host = "";

    @Option(
            names = "--db",
            paramLabel = "DATABASE",
            defaultValue = "embedded",
            description = "embedded (default), testcontainers, or a JDBC URL of PostgreSQL.")
    private String database = "";

    @Option(names = "--log", paramLabel = "FILE", description = "Write the log to this file, not to standard output.")
    private @Nullable Path log;

    @Option(
            names = "--dialect",
            paramLabel = "NAME|FILE",
            defaultValue = "playbook",
            converter = DialectConverter.class,
            description = "Which contract to speak: a shipped dialect, or a file. Default: ${DEFAULT-VALUE}.")
    private @Nullable Contract contract;

    @Option(
            names = "--defect",
            paramLabel = "NAME",
            converter = DefectConverter.class,
            description = "Break one clause; the command defects lists the names. And check-then-act-<N>ms, such as"
                    + " check-then-act-0.2ms, lets N ms pass between the look for a record and the claim.")
    private @Nullable Defect defect;

    @Option(
            names = "--variant",
            paramLabel = "NAME",
            converter = VariantConverter.class,
            description = "Keep the contract in another way; the command variants lists the names.")
    private @Nullable Variant variant;

    @Option(
            names = "--principal",
            paramLabel = "NAME=TOKEN",
            description = "Who may call; repeat it for more. Default: alice=alice-token and bob=bob-token.")
    private Map<String, String> principals = Map.of("alice", "alice-token", "bob", "bob-token");

    @Option(
            names = "--provider-delay",
            paramLabel = "MS",
            defaultValue = "20",
            description = "How long the payment provider takes. Default: ${DEFAULT-VALUE} ms.")
    private long providerDelay;

    @Option(
            names = "--counterpart",
            paramLabel = "NAME=URL",
            description = "A service that is called there; repeat it for more. payments and shop are stood in for where"
                    + " they are not named; events and mail are told what happened, or it is kept in the outbox."
                    + " nats://host:port/subject publishes it to a stream.")
    private Map<String, URI> counterparts = Map.of();

    @Option(
            names = "--processing-timeout",
            paramLabel = "S",
            description = "When a claim counts as abandoned. Default: as the dialect says, 30 s in the playbook.")
    private @Nullable Long processingTimeout;

    @Option(
            names = "--event-secret",
            paramLabel = "SECRET",
            defaultValue = "whsec_c2FtZWtleSByZWZlcmVuY2Ugc2VydmVy",
            description = "Signs the events (Standard Webhooks). Default: ${DEFAULT-VALUE}, for tests only.")
    private String eventSecret = "";

    @Option(
            names = "--webhook-secret",
            paramLabel = "SCHEME:SECRET",
            converter = WebhookSecretConverter.class,
            description = "Take only events that are signed with this secret, by standard-webhooks, stripe or github."
                    + " Default: take every event.")
    private @Nullable WebhookSecret webhookSecret;

    @Option(
            names = "--events",
            paramLabel = "NATS",
            description = "Take events from this durable consumer of NATS JetStream too, such as"
                    + " nats://127.0.0.1:4222/STREAM/CONSUMER.")
    private @Nullable String events;

    @Option(
            names = "--traces",
            paramLabel = "URL",
            description = "Send spans there by OTLP over HTTP, such as http://127.0.0.1:4318, soon after each request."
                    + " Default: as the environment of OpenTelemetry says.")
    private @Nullable URI traces;

    @Option(
            names = "--control",
            description = "For tests only: let anyone move the clock (POST /_control/clock), run the cleanup"
                    + " (POST /_control/cleanup) and restart the last replica (POST /_control/restart).")
    private boolean control;

    @Mixin
    private Lifetime lifetime = new Lifetime();

    @Override
    public void run() {
        lifetime.await(start());
    }

    /** A server that runs. */
    interface Running extends AutoCloseable {
        /** Ends it as a kill of its process would. */
        void abandon();

        /** Ends it in order. */
        @Override
        void close();
    }

    /** Starts what the options say and prints where it answers. */
    Running start() {
        Logging.configure(log);
        DatabaseServer databaseServer = DatabaseServers.start(database);
        Tracing tracing = Tracing.of(traces, System.getenv());
        Server server = start(databaseServer, tracing);
        System.out.println("ready " + String.join(" ", server.urls()));
        return new Running() {
            @Override
            public void abandon() {
                Logging.silence();
                server.abandon();
                // A kill would lose the spans of the last tenth of a second, which this sends.
                tracing.close();
                databaseServer.close();
            }

            @Override
            public void close() {
                server.close();
                tracing.close();
                databaseServer.close();
            }
        };
    }

    private Server start(DatabaseServer databaseServer, Tracing tracing) {
        try {
            AdjustableClock clock = new AdjustableClock(Clock.systemUTC());
            AtomicReference<Server> started = new AtomicReference<>();
            Control controls = new Control(
                    clock,
                    () -> Objects.requireNonNull(started.get(), "not yet ready").restartLast());
            Server server = Server.start(settings(databaseServer.url(), clock, tracing), ports, variation(controls));
            started.set(server);
            return server;
        } catch (RuntimeException failed) {
            tracing.close();
            databaseServer.close();
            throw failed;
        }
    }

    private Settings settings(String url, Clock clock, Tracing tracing) {
        return new Settings(
                url,
                contract(),
                clock,
                principals,
                Duration.ofMillis(providerDelay),
                tracing.openTelemetry(),
                host,
                new Counterparts(counterparts, eventSecret),
                webhookSecret,
                events == null ? null : EventStream.of(events));
    }

    private Contract contract() {
        Contract spoken = Objects.requireNonNull(contract, "there is a default");
        return processingTimeout == null ? spoken : spoken.withProcessingTimeout(Duration.ofSeconds(processingTimeout));
    }

    /** Control comes last, so that nothing else gets between it and whoever asks for it. */
    private UnaryOperator<Parts> variation(Control controls) {
        Variant kept = variant;
        Defect named = defect;
        UnaryOperator<Parts> varied = kept == null ? UnaryOperator.identity() : kept::apply;
        UnaryOperator<Parts> broken = named == null ? UnaryOperator.identity() : named::apply;
        UnaryOperator<Parts> controlled = control ? controls : UnaryOperator.identity();
        return parts -> controlled.apply(broken.apply(varied.apply(parts)));
    }
}
