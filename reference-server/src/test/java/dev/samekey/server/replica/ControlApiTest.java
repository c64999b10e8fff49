package dev.samekey.server.replica;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.server.control.AdjustableClock;
import dev.samekey.server.control.Control;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

class ControlApiTest {
    private static final String CLOCK = "/_control/clock";
    private static final String CLEANUP = "/_control/cleanup";

    private final String key = UUID.randomUUID().toString();

    @Test
    void time_moves_on_for_every_replica_and_for_every_stake() {
        try (TestServer server = controlled("control_clock")) {
            Client alice = server.as("alice");
            alice.post("/partners", key, partner());
            advance(server, Duration.ofHours(24).minusMinutes(1));
            assertThat(server.elsewhere(alice).post("/partners", key, partner()).marker())
                    .isEqualTo("replayed");
            advance(server, Duration.ofMinutes(2));
            assertThat(server.elsewhere(alice).post("/partners", key, partner()).marker())
                    .isEqualTo("stored");
        }
    }

    @Test
    void the_cleanup_purges_what_has_expired_and_neither_what_lives_nor_what_runs() {
        try (TestServer server = controlled("control_cleanup")) {
            Client alice = server.as("alice");
            alice.post("/partners", key, partner());
            alice.post("/partners", key + "-runs", partner());
            server.jdbi()
                    .useHandle(handle -> handle.execute(
                            "update idempotency_records set state = 'in_progress', completed_at = null where key = ?",
                            key + "-runs"));
            advance(server, Duration.ofHours(25));
            alice.post("/partners", key + "-lives", partner());

            assertThat(post(server, CLEANUP, "").json().path("purged").asInt()).isEqualTo(1);
            assertThat(post(server, CLEANUP, "").json().path("purged").asInt()).isZero();
            assertThat(keys(server)).containsExactly(key + "-lives", key + "-runs");
        }
    }

    @Test
    void the_last_replica_restarts_where_it_was_and_knows_the_same_keys() {
        try (TestServer server = controlled("control_restart")) {
            List<String> urls = server.server().urls();
            Client alice = server.as("alice");
            alice.post("/partners", key, partner());

            assertThat(post(server, "/_control/restart", "").status()).isEqualTo(200);

            assertThat(server.server().urls()).isEqualTo(urls);
            assertThat(server.elsewhere(alice).post("/partners", key, partner()).marker())
                    .isEqualTo("replayed");
        }
    }

    @Test
    void time_goes_forward_only() {
        try (TestServer server = controlled("control_back")) {
            assertThat(post(server, CLOCK, "{\"advance_ms\":-1}").code()).isEqualTo("VALIDATION.member");
            assertThat(post(server, CLOCK, "").code()).isEqualTo("VALIDATION.member");
        }
    }

    @Test
    void nobody_controls_a_server_that_was_not_told_so() {
        try (TestServer server = TestServer.start("control_none")) {
            assertThat(post(server, CLEANUP, "").code()).isEqualTo("NOT_FOUND.route");
        }
    }

    private static List<String> keys(TestServer server) {
        return server.jdbi()
                .withHandle(handle -> handle.select("select key from idempotency_records order by key")
                        .mapTo(String.class)
                        .list());
    }

    private static TestServer controlled(String schema) {
        AdjustableClock clock = new AdjustableClock(Clock.systemUTC());
        AtomicReference<TestServer> started = new AtomicReference<>();
        UnaryOperator<Parts> control = new Control(
                clock, () -> Objects.requireNonNull(started.get()).server().restartLast());
        TestServer server = TestServer.start(schema, clock, control);
        started.set(server);
        return server;
    }

    private static void advance(TestServer server, Duration by) {
        assertThat(post(server, CLOCK, "{\"advance_ms\":" + by.toMillis() + "}").status())
                .isEqualTo(200);
    }

    /** As nobody in particular. */
    private static Client.Reply post(TestServer server, String path, String body) {
        return server.as("nobody").post(path, null, body);
    }

    private static String partner() {
        return "{\"name\":\"Ann\",\"email\":\"ann@example.org\",\"reference\":\"r\"}";
    }
}
