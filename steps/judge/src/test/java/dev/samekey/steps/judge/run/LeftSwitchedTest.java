package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A target whose switch does not always go off again. */
class LeftSwitchedTest {
    private static final String FILE = """
            name: Acme notes
            urls: ["%s"]
            writes: allowed
            contract: playbook
            limits: {requests: %d}
            operations:
              note:
                role: create
                id: /id
                request: {method: POST, path: /notes, headers: {Authorization: "Bearer ${env:ALICE_TOKEN}"}, body: {a: 1}}
                switches:
                  declined:
                    start: {method: POST, path: /_test/on}
                    stop: {method: POST, path: /_test/off, headers: {Authorization: "Bearer ${env:ALICE_TOKEN}"}}
            """;

    private final AtomicInteger refusals = new AtomicInteger();
    private final AtomicInteger made = new AtomicInteger();
    private volatile boolean on;

    @Test
    void a_switch_that_stays_on_ends_the_run_with_what_to_do(@TempDir Path out) throws IOException {
        refusals.set(Integer.MAX_VALUE);
        try (RawServer server = server()) {
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> run(server, 20_000, out))
                    .withMessageStartingWith(
                            "the target is still switched on, so nothing that is judged now would count. For 10 s the"
                                    + " target did not let the harness stop a note from being «declined»"
                                    + " (500). Send this yourself: curl ")
                    .withMessageContaining("/_test/off")
                    .withMessageContaining("Bearer $ALICE_TOKEN")
                    .withMessageNotContaining("alice-secret");
            List<String> lines = server.received().stream().map(Received::line).toList();
            assertThat(lines.subList(firstStop(lines), lines.size()))
                    .as("nothing is judged while it is on")
                    .allMatch(line -> line.contains("/_test/off"));
        }
    }

    @Test
    void a_switch_that_goes_off_late_changes_nothing(@TempDir Path out) throws IOException {
        refusals.set(2);
        try (RawServer server = server()) {
            assertThat(run(server, 20_000, out).scenarios()).isNotEmpty();
            assertThat(on).isFalse();
        }
    }

    @Test
    void a_switch_goes_off_when_the_run_may_send_nothing_more(@TempDir Path out) throws IOException {
        try (RawServer server = server()) {
            // The control, what the first scenario switches on, and the request that meets it.
            assertThat(run(server, 4, out).scenarios()).isNotEmpty();
            assertThat(server.received()).extracting(Received::line).anyMatch(line -> line.contains("/_test/on"));
            assertThat(on).isFalse();
        }
    }

    private static int firstStop(List<String> lines) {
        for (int i = 0; i < lines.size(); i++) {
            if (lines.get(i).contains("/_test/off")) {
                return i;
            }
        }
        throw new AssertionError("nothing was switched off: " + lines);
    }

    private static RunResult run(RawServer server, int requests, Path out) {
        return new ContractRun(
                        Targets.file(FILE.formatted(server.uri(), requests)), Choice.of(Set.of("RPL-6", "ERR-1")), out)
                .run(unused -> {});
    }

    private RawServer server() {
        return RawServer.doing(this::answer);
    }

    private void answer(Received request, Socket connection) throws IOException {
        if (request.line().contains("/_test/on")) {
            on = true;
            write(connection, "204 No Content", "");
        } else if (request.line().contains("/_test/off") && refusals.getAndDecrement() > 0) {
            write(connection, "500 Internal Server Error", "");
        } else if (request.line().contains("/_test/off")) {
            on = false;
            write(connection, "204 No Content", "");
        } else if (request.line().startsWith("POST")) {
            write(connection, on ? "402 Payment Required" : "201 Created", "{\"id\": " + made.incrementAndGet() + "}");
        } else {
            write(connection, "200 OK", "");
        }
    }

    private static void write(Socket connection, String status, String body) throws IOException {
        String length = status.startsWith("204") ? "" : "Content-Length: " + body.length() + "\r\n";
        String answer = "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n" + length + "\r\n" + body;
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
    }
}
