package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.model.net.Network;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

class PaceTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);
    private static final Request POST = new Request("POST", "/payments", List.of(), "{}");

    @Test
    void a_budget_that_is_used_up_sends_nothing_more() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("201 Created"))) {
            Wire wire = wire(new Pace(3, null, 100));
            Race race = new Race(LIMIT, wire);
            wire.send(POST, server.uri());

            assertSpent(() -> race.run(Collections.nCopies(3, new Race.Entry(POST, server.uri())), exchange -> {}));
            wire.send(POST, server.uri());
            wire.send(POST, server.uri());
            assertSpent(() -> wire.send(POST, server.uri()));

            assertThat(server.requests()).isEqualTo(3);
            assertThat(wire.requests()).isEqualTo(3);
        }
    }

    @Test
    void no_more_than_the_bound_are_under_way_together() throws IOException {
        AtomicInteger underWay = new AtomicInteger();
        AtomicInteger most = new AtomicInteger();
        try (RawServer server = RawServer.doing((request, connection) -> {
            most.accumulateAndGet(underWay.incrementAndGet(), Math::max);
            TimeUnit.MILLISECONDS.sleep(20);
            underWay.decrementAndGet();
            connection.getOutputStream().write(RawServer.bare("201 Created").getBytes(StandardCharsets.UTF_8));
        })) {
            InFlight inFlight = new InFlight(wire(new Pace(100, null, 2)));
            for (int i = 0; i < 8; i++) {
                inFlight.send(POST, server.uri());
            }

            assertThat(inFlight.collect()).hasSize(8).allMatch(exchange -> exchange.answer() != null);
            assertThat(most.get()).isLessThanOrEqualTo(2);
        }
    }

    @Test
    void a_race_that_is_larger_than_the_bound_is_not_run() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("201 Created"))) {
            Race race = new Race(LIMIT, wire(new Pace(100, null, 2)));

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() ->
                            race.run(Collections.nCopies(3, new Race.Entry(POST, server.uri())), exchange -> {}))
                    .withMessage("3 requests are to be under way together, and limits.connections allows 2 only");
            assertThat(server.requests()).isZero();
        }
    }

    @Test
    void the_rate_counts_those_that_race_together() {
        Pace pace = new Pace(100, 20.0, 100);
        long start = System.nanoTime();
        pace.take(10);
        pace.take(1);

        // What comes after ten requests comes no sooner than ten twentieths of a second after them.
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(500));
    }

    @Test
    void an_interrupted_wait_for_a_turn_ends_at_once() {
        Pace pace = new Pace(100, null, 100);
        pace.slowDown(Duration.ofSeconds(30));

        Thread.currentThread().interrupt();
        assertThatExceptionOfType(Interrupted.class)
                .isThrownBy(() -> pace.take(1))
                .withMessage("interrupted while waiting for the turn to send");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void a_target_that_wants_less_gets_less() {
        Pace pace = new Pace(100, null, 100);
        assertThat(pace.slowed()).isFalse();

        assertThat(pace.slowDown(Duration.ofSeconds(0)))
                .isEqualTo("the harness sends no more than 32 requests a second from here on");
        // Others say the same of the same limit.
        assertThat(pace.slowDown(Duration.ofHours(1)))
                .isEqualTo(
                        "the harness sends no more than 32 requests a second from here on, and does not wait for so long");
        assertThat(pace.slowed()).isTrue();
    }

    @Test
    void a_rate_is_halved_but_not_below_four_a_second() {
        assertThat(new Pace(100, 20.0, 100).slowDown(Duration.ZERO)).contains("no more than 10 requests a second");
        assertThat(new Pace(100, 6.0, 100).slowDown(Duration.ZERO)).contains("no more than 4 requests a second");
    }

    @Test
    void a_pause_is_kept_to() {
        Pace pace = new Pace(100, null, 100);
        long start = System.nanoTime();
        pace.slowDown(Duration.ofMillis(300));
        pace.take(1);

        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(TimeUnit.MILLISECONDS.toNanos(300));
    }

    @Test
    void no_pause_is_longer_than_half_a_minute_nor_all_of_them_longer_than_two() {
        String refused = "does not wait for so long";
        Pace pace = new Pace(100, null, 100);
        assertThat(pace.slowDown(Duration.ofSeconds(31))).endsWith(refused);
        for (int i = 0; i < 4; i++) {
            assertThat(pace.slowDown(Duration.ofSeconds(30))).doesNotContain(refused);
        }
        assertThat(pace.slowDown(Duration.ofSeconds(1))).endsWith(refused);
    }

    private static Wire wire(Pace pace) {
        return new Wire(LIMIT, Brokers.none(), Network.direct(), pace, () -> {}, unused -> {});
    }

    private static void assertSpent(ThrowingCallable sending) {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(sending)
                .withMessage("the budget of 3 requests is used up (limits.requests), so this was not judged")
                .matches(judgement -> judgement.verdict() == Verdict.INCONCLUSIVE);
    }
}
