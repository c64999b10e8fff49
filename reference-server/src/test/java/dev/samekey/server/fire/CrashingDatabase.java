package dev.samekey.server.fire;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

/**
 * PostgreSQL that can crash and come back with its data. Commits are synchronous, as they are wherever nobody says
 * otherwise: what was answered has left the process. A crash of the whole machine is not looked at (fsync is off).
 */
final class CrashingDatabase implements AutoCloseable {
    private static final Duration MOST = Duration.ofSeconds(30);

    private final Path data;
    private final int port;
    private EmbeddedPostgres running;

    private CrashingDatabase(Path data, int port) throws IOException {
        this.data = data;
        this.port = port;
        this.running = start();
    }

    static CrashingDatabase start(Path data, int port) {
        try {
            return new CrashingDatabase(data, port);
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    String url() {
        return "jdbc:postgresql://127.0.0.1:" + port + "/postgres?user=postgres";
    }

    /** As {@code pg_ctl restart -m immediate} does it: nobody is waited for, and the start begins with a recovery. */
    void crash() {
        try {
            ProcessHandle server = server();
            new ProcessBuilder("kill", "-QUIT", Long.toString(server.pid())).start();
            Waiting.until("the database was down", MOST, () -> !server.isAlive());
            running.close();
            running = start();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }

    private ProcessHandle server() throws IOException {
        String pid = Files.readAllLines(data.resolve("postmaster.pid")).get(0);
        return ProcessHandle.of(Long.parseLong(pid.strip())).orElseThrow();
    }

    /** Makes the data where there are none yet. */
    private EmbeddedPostgres start() throws IOException {
        return EmbeddedPostgres.builder()
                .setDataDirectory(data)
                .setCleanDataDirectory(false)
                .setPort(port)
                .setServerConfig("synchronous_commit", "on")
                .start();
    }

    @Override
    public void close() {
        try {
            running.close();
        } catch (IOException failed) {
            throw new UncheckedIOException(failed);
        }
    }
}
