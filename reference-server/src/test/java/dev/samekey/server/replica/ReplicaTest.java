package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.samekey.server.Contracts;
import dev.samekey.server.broker.EventStream;
import dev.samekey.testing.Ports;
import dev.samekey.testing.TestDatabase;
import io.opentelemetry.api.OpenTelemetry;
import java.io.IOException;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ReplicaTest {
    @Test
    void a_broker_that_is_not_there_leaves_nothing_open() throws IOException {
        int port = Ports.free();
        Settings settings = new Settings(
                TestDatabase.url("replica_without_broker"),
                Contracts.playbook(),
                Clock.systemUTC(),
                Map.of("alice", "alice-token"),
                Duration.ofMillis(5),
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null,
                EventStream.of("nats://127.0.0.1:" + Ports.free() + "/EVENTS/payments"));

        assertThatIllegalStateException()
                .isThrownBy(() -> Server.start(settings, List.of(port), UnaryOperator.identity()))
                .withMessageStartingWith("cannot consume from nats://127.0.0.1:");

        new ServerSocket(port).close();
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .noneMatch(name -> name.contains("db-scheduler"));
    }
}
