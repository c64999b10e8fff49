package dev.samekey.reports;

import dev.samekey.steps.drive.broker.Connections;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.testing.Ports;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A NATS server of a test's own, at a free port and with nothing in its streams. */
final class NatsServer implements AutoCloseable {
    private static final int MOST_TRIES = 50;

    private final Process process;
    private final URI url;

    private NatsServer(Process process, URI url) {
        this.process = process;
        this.url = url;
    }

    /** Where the program is, if it is installed. */
    static Optional<Path> program() {
        return Pattern.compile(File.pathSeparator)
                .splitAsStream(Optional.ofNullable(System.getenv("PATH")).orElse(""))
                .flatMap(folder -> Stream.of("nats-server", "nats-server.exe").map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /** @param folder for what it keeps and says */
    static NatsServer start(Path program, Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        int port = Ports.free();
        Process process = new ProcessBuilder(
                        program.toString(),
                        "--jetstream",
                        "--addr=127.0.0.1",
                        "--port=" + port,
                        "--store_dir=" + folder.resolve("store"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("nats-server.log").toFile())
                .start();
        NatsServer server = new NatsServer(process, URI.create("nats://127.0.0.1:" + port));
        server.awaitReady();
        return server;
    }

    URI url() {
        return url;
    }

    private void awaitReady() throws InterruptedException {
        for (int i = 1; ; i++) {
            try {
                Connections.close(Connections.open(url));
                return;
            } catch (CannotRun notYet) {
                if (i == MOST_TRIES || !process.isAlive()) {
                    close();
                    throw notYet;
                }
                Thread.sleep(100);
            }
        }
    }

    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(10, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
