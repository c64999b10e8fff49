package dev.samekey.steps.drive.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtherReplicaTest {
    private static final Duration SHORT = Duration.ofMillis(500);

    private final Path folder;
    private final Path output;

    OtherReplicaTest(@TempDir Path folder) {
        this.folder = folder;
        this.output = folder.resolve("target.log");
    }

    @Test
    void a_restart_comes_back_when_the_replica_is_ready_again() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        try (RawServer replica = RawServer.doing((request, connection) -> connection
                .getOutputStream()
                .write((asked.incrementAndGet() < 3
                                ? "HTTP/1.1 503 Not yet\r\ncontent-length: 0\r\n\r\n"
                                : "HTTP/1.1 200 OK\r\ncontent-length: 0\r\n\r\n")
                        .getBytes(StandardCharsets.US_ASCII)))) {
            new OtherReplica(replica.uri(), Target.Ready.at("/health"), Network.direct(), () -> {}).restart();

            assertThat(asked.get()).isEqualTo(3);
            assertThat(replica.received().get(0).line()).isEqualTo("GET /health HTTP/1.1");
        }
    }

    @Test
    void a_replica_that_does_not_come_back_is_named_with_what_is_wrong() {
        OtherReplica gone = new OtherReplica(Ports.nobody(), null, Network.direct(), () -> {}, SHORT);

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(gone::restart)
                .withMessageMatching(
                        "the replica http://127\\.0\\.0\\.1:\\d+ was not ready within 500 ms of its restart")
                .satisfies(judgement -> assertThat(judgement.facts().toString()).contains("connection refused"));
    }

    @Test
    void a_command_runs_in_the_folder_of_the_target_file_and_its_words_are_kept() throws Exception {
        OtherReplica.by(List.of("sh", "-c", "pwd; echo done >&2"), folder, output)
                .run();

        assertThat(Files.readString(output)).isEqualTo(folder.toRealPath() + "\ndone\n");
    }

    @Test
    void a_command_that_fails_hangs_or_is_not_there_is_said_to_do_so() {
        assertInconclusive(
                List.of("sh", "-c", "exit 3"),
                "the command that restarts a replica, «sh -c exit 3», ended with 3: what it printed is in " + output);
        assertInconclusive(
                List.of("sleep", "30"), "the command that restarts a replica, «sleep 30», did not end within 500 ms");
        assertInconclusive(
                List.of("./none"), "the command that restarts a replica, «./none», cannot be run: Cannot run program");
    }

    private void assertInconclusive(List<String> command, String reason) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(
                        () -> OtherReplica.by(command, folder, output, SHORT).run())
                .withMessageStartingWith(reason);
    }
}
