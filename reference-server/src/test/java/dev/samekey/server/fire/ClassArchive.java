package dev.samekey.server.fire;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** How a replica is run so that it starts quickly: one compiler, one collector, and its classes from an archive. */
final class ClassArchive {
    private static final List<String> QUICK = List.of(
            ProcessHandle.current().info().command().orElse("java"),
            "-XX:TieredStopAtLevel=1",
            "-XX:+UseSerialGC",
            "-Xmx128m");

    private ClassArchive() {}

    /** Runs a replica once, with one order of each kind, and keeps the classes that this took. */
    static List<String> record(String database, int port, Path folder) {
        Path archive = folder.resolve("classes.jsa");
        ReplicaProcess replica =
                ReplicaProcess.start(with("-XX:ArchiveClassesAtExit=" + archive), database, port, folder);
        replica.awaitReady();
        RetryingClient client = new RetryingClient(List.of(replica.url()), new Random(0));
        String payment = client.send(ClientOrder.payment(1_000, "p1")).id();
        client.send(ClientOrder.voiding(payment, 1_000));
        client.send(ClientOrder.refund(payment, 1_000));
        replica.stop();
        return with("-XX:SharedArchiveFile=" + archive);
    }

    private static List<String> with(String archive) {
        List<String> command = new ArrayList<>(QUICK);
        command.add(archive);
        return command;
    }
}
