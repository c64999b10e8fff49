package dev.samekey.server.cli;

import dev.samekey.server.contract.Contract;
import dev.samekey.server.database.DatabaseServer;
import dev.samekey.server.database.DatabaseServers;
import dev.samekey.server.defects.Defect;
import dev.samekey.server.replica.Parts;
import dev.samekey.server.replica.Server;
import dev.samekey.server.replica.Settings;
import dev.samekey.server.telemetry.Logging;
import dev.samekey.server.telemetry.Tracing;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
            names = "--defect",
            paramLabel = "NAME",
            converter = DefectConverter.class,
            description = "Break one clause; the command defects lists the names.")
    private @Nullable Defect defect;

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
            names = "--processing-timeout",
            paramLabel = "S",
            defaultValue = "30",
            description = "When a claim counts as abandoned. Default: ${DEFAULT-VALUE} s.")
    private long processingTimeout;

    @Mixin
    private Lifetime lifetime = new Lifetime();

    @Override
    public void run() {
        Logging.configure(log);
        DatabaseServer databaseServer = DatabaseServers.start(database);
        Server server = start(databaseServer);
        System.out.println("ready " + String.join(" ", server.urls()));
        lifetime.await(() -> {
            server.close();
            databaseServer.close();
        });
    }

    private Server start(DatabaseServer databaseServer) {
        try {
            return Server.start(settings(databaseServer.url()), ports, variation());
        } catch (RuntimeException failed) {
            databaseServer.close();
            throw failed;
        }
    }

    private Settings settings(String url) {
        return new Settings(
                url,
                Contract.playbook().withProcessingTimeout(Duration.ofSeconds(processingTimeout)),
                Clock.systemUTC(),
                principals,
                Duration.ofMillis(providerDelay),
                Tracing.from(System.getenv()),
                host);
    }

    private UnaryOperator<Parts> variation() {
        return defect == null ? UnaryOperator.identity() : defect::apply;
    }
}
