package dev.samekey.server.replica;

import dev.samekey.server.Contracts;
import dev.samekey.testing.TestDatabase;
import io.opentelemetry.api.OpenTelemetry;
import java.net.URI;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jdbi.v3.core.Jdbi;

/** Two replicas over a schema of their own. */
record TestServer(Server server, Jdbi jdbi) implements AutoCloseable {
    static TestServer start(String schema) {
        return start(schema, Clock.systemUTC(), UnaryOperator.identity());
    }

    static TestServer start(String schema, Clock clock, UnaryOperator<Parts> variation) {
        Settings settings = new Settings(
                TestDatabase.url(schema),
                Contracts.playbook(),
                clock,
                Map.of("alice", "alice-token", "bob", "bob-token"),
                Duration.ofMillis(5),
                OpenTelemetry.noop(),
                "127.0.0.1",
                Counterparts.NONE,
                null);
        return new TestServer(Server.start(settings, List.of(0, 0), variation), Jdbi.create(TestDatabase.url(schema)));
    }

    /** One that tells these counterparts what happens. */
    static TestServer telling(String schema, Clock clock, Map<String, URI> counterparts, String secret) {
        Settings settings = new Settings(
                TestDatabase.url(schema),
                Contracts.playbook(),
                clock,
                Map.of("alice", "alice-token"),
                Duration.ofMillis(5),
                OpenTelemetry.noop(),
                "127.0.0.1",
                new Counterparts(counterparts, secret),
                null);
        return new TestServer(
                Server.start(settings, List.of(0, 0), UnaryOperator.identity()), Jdbi.create(TestDatabase.url(schema)));
    }

    Client as(String principal) {
        return Client.of(server.urls().get(0), principal);
    }

    /** The same caller at the other replica. */
    Client elsewhere(Client caller) {
        return caller.on(server.urls().get(1));
    }

    /** How many rows of a table carry a reference. */
    int rows(String table, String reference) {
        return jdbi.withHandle(
                handle -> handle.createQuery("select count(*) from " + table + " where reference = :reference")
                        .bind("reference", reference)
                        .mapTo(Integer.class)
                        .one());
    }

    /** How many messages are of that kind. */
    int told(String condition) {
        return jdbi.withHandle(handle -> handle.select("select count(*) from outbox where " + condition)
                .mapTo(Integer.class)
                .one());
    }

    @Override
    public void close() {
        server.close();
    }
}
