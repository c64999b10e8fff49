package dev.samekey.cli;

import dev.samekey.server.database.DatabaseServer;
import dev.samekey.server.database.DatabaseServers;
import dev.samekey.server.telemetry.Logging;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs the embedded database alone, for several servers to share. */
@Command(
        name = "database",
        mixinStandardHelpOptions = true,
        description = "Run only the embedded database, until it is stopped.")
final class DatabaseCommand implements Runnable {
    @Option(names = "--port", paramLabel = "N", defaultValue = "0", description = "0 (default): any free port.")
    private int port;

    @Mixin
    private Lifetime lifetime = new Lifetime();

    @Override
    public void run() {
        Logging.configure(null);
        DatabaseServer database = DatabaseServers.embedded(port);
        System.out.println("ready " + database.url());
        lifetime.await(database);
    }
}
