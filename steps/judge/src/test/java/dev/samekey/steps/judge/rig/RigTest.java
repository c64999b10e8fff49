package dev.samekey.steps.judge.rig;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.samekey.oracles.log.LogOracle;
import dev.samekey.oracles.metrics.MetricsOracle;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.drive.process.Restart;
import dev.samekey.steps.drive.process.Starter;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RigTest {
    private static final String SECRET = "alice-secret";
    private static final String LIFECYCLE = "lifecycle: {start: [unused], ready: /}\n";

    private final int bank = Ports.free();
    private final int shop = Ports.free();
    private final int store = Ports.free();
    private final int spans = Ports.free();
    private final Noting process = new Noting();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void what_was_opened_is_closed() {
        try (Rig rig = rig(LIFECYCLE).open(Trial.ALL_ANSWER)) {
            assertThat(List.of(bank, shop, store, spans)).allMatch(RigTest::isTaken);
            assertThat(rig.capabilities().target()).isNotNull();
            assertThat(process.done).containsExactly("start");
        }
        assertNothingIsLeft();
    }

    @Test
    void a_broker_that_is_not_there_leaves_nothing_open() {
        String brokered = LIFECYCLE + """
                operations:
                  settled:
                    role: event
                    request: {method: POST, path: /events, body: {id: "${unique}"}}
                    delivery: {broker: {url: "nats://127.0.0.1:%d", stream: S, subject: s.in, consumer: c}}
                """.formatted(Ports.free());
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> rig(brokered).open(Trial.ALL_ANSWER))
                .withMessageStartingWith("cannot reach the broker at nats://127.0.0.1:");
        assertThat(process.done).containsExactly("start", "close");
        assertNothingIsLeft();
    }

    @Test
    void a_target_that_does_not_start_leaves_nothing_open_and_its_output_has_no_secrets() throws IOException {
        Path output = Files.writeString(folder.resolve("target.log"), "no rights for " + SECRET + "\n");
        process.failure = new IllegalStateException("out of memory");
        assertThatIllegalStateException().isThrownBy(() -> rig(LIFECYCLE).open(Trial.ALL_ANSWER));
        assertThat(process.done).containsExactly("start", "close");
        assertNothingIsLeft();
        assertThat(output).hasContent("no rights for $ALICE_TOKEN\n");
    }

    @Test
    void a_part_that_cannot_be_closed_keeps_no_other_open() {
        Rig rig = rig(LIFECYCLE).open(Trial.ALL_ANSWER);
        process.failure = new CannotRun("it does not end, says " + SECRET);
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(rig::close)
                .withMessage("it does not end, says $ALICE_TOKEN");
        assertNothingIsLeft();
    }

    @Test
    void a_reason_has_no_secrets_when_the_target_starts_and_when_it_starts_again() {
        try (Rig rig = rig(LIFECYCLE).open(Trial.ALL_ANSWER)) {
            Restart target = Objects.requireNonNull(rig.capabilities().target());
            process.failure = new CannotRun("no rights for " + SECRET);
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(target::start)
                    .withMessage("no rights for $ALICE_TOKEN");
        }
        process.failure = new CannotRun("again no rights for " + SECRET);
        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> rig(LIFECYCLE).open(Trial.ALL_ANSWER))
                .withMessage("again no rights for $ALICE_TOKEN");
    }

    @Test
    void an_oracle_that_does_not_answer_ends_the_opening_only_if_it_must_answer() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            TargetFile file = Targets.file(Targets.fullAt(server.uri(), bank, shop)
                    + "oracles: {log: {file: no-such.log}, metrics: {path: /metrics}}\n");
            List<String> failed = new ArrayList<>();
            try (Rig rig = new Rig(file, unstarted(), folder.resolve("target.log"))
                    .open((oracle, failure) -> failed.add(oracle))) {
                assertThat(rig.capabilities().log()).isInstanceOf(LogOracle.class);
                assertThat(rig.capabilities().metrics()).isInstanceOf(MetricsOracle.class);
            }
            assertThat(failed).containsExactly("log");
            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> new Rig(file, unstarted(), folder.resolve("target.log")).open(Trial.ALL_ANSWER))
                    .withMessageStartingWith("an oracle of the target file does not answer: the log file ");
            assertThat(List.of(bank, shop)).noneMatch(RigTest::isTaken);
        }
    }

    private static Starter unstarted() {
        return (lifecycle, urls, folder, output) -> {
            throw new AssertionError("the file has no lifecycle");
        };
    }

    private void assertNothingIsLeft() {
        assertThat(List.of(bank, shop, store, spans)).noneMatch(RigTest::isTaken);
        assertThat(process.done).endsWith("close");
    }

    private Rig rig(String more) {
        String yaml = """
                name: Acme payments
                urls: ["http://127.0.0.1:1"]
                writes: allowed
                contract: playbook
                principals: {alice: {headers: {Authorization: "Bearer ${env:ALICE_TOKEN}"}}}
                counterparts:
                  bank: {listen: %d, role: provider, about: /reference, key: {header: Idempotency-Key}}
                  shop: {listen: %d, role: vendor, about: /reference}
                store: {listen: %d, upstream: "127.0.0.1:5432"}
                oracles: {traces: {listen: %d}}
                """.formatted(bank, shop, store, spans);
        String operations =
                "operations: {note: {role: create, request: {method: POST, path: /notes, body: {text: \"${unique}\"}}}}\n";
        TargetFile file = Targets.file(yaml + more + (more.contains("operations:") ? "" : operations));
        return new Rig(file, (lifecycle, urls, unused, output) -> process, folder.resolve("target.log"));
    }

    private static boolean isTaken(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return false;
        } catch (IOException taken) {
            return true;
        }
    }

    /** A process that notes what is done to it, and fails on request. */
    private static final class Noting implements Starter.Started {
        private final List<String> done = new ArrayList<>();
        private @Nullable RuntimeException failure;

        private void note(String what) {
            done.add(what);
            if (failure != null) {
                RuntimeException once = failure;
                failure = null;
                throw once;
            }
        }

        @Override
        public void kill() {
            note("kill");
        }

        @Override
        public void start() {
            note("start");
        }

        @Override
        public boolean isRunning() {
            return true;
        }

        @Override
        public void close() {
            note("close");
        }
    }
}
