package dev.samekey.steps.drive.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.oracles.wait.Interrupted;
import dev.samekey.steps.drive.broker.Brokers;
import dev.samekey.steps.model.net.Network;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class InFlightTest {
    private final Wire wire = new Wire(Duration.ofSeconds(30));
    private final InFlight inFlight = new InFlight(wire);
    private final Request request = new Request("POST", "/payments", List.of(), "{}");

    @Test
    void something_else_can_happen_while_they_are_under_way() throws Exception {
        CountDownLatch there = new CountDownLatch(2);
        CountDownLatch goOn = new CountDownLatch(1);
        try (RawServer server = RawServer.doing((received, connection) -> {
            there.countDown();
            if (goOn.await(30, TimeUnit.SECONDS)) {
                connection.getOutputStream().write(RawServer.bare("200 OK").getBytes(StandardCharsets.UTF_8));
            }
        })) {
            inFlight.send(request, server.uri());
            inFlight.send(request.withBody("{ }"), server.uri());

            assertThat(there.await(30, TimeUnit.SECONDS)).as("both are there").isTrue();
            assertThat(inFlight.waiting()).isEqualTo(2);

            goOn.countDown();
            assertThat(inFlight.collect())
                    .extracting(exchange -> exchange.request().body())
                    .containsExactly("{}", "{ }");
            assertThat(inFlight.waiting()).isZero();
            assertThat(inFlight.collect()).isEmpty();
            assertThat(wire.requests()).isEqualTo(2);
        }
    }

    @Test
    void no_answer_is_a_result_too() throws IOException {
        try (RawServer server = RawServer.resetting()) {
            inFlight.send(request, server.uri());

            assertThat(inFlight.collect()).singleElement().matches(exchange -> exchange.failure() != null);
            assertThat(server.requests()).isEqualTo(1);
        }
    }

    @Test
    void one_that_could_not_be_sent_is_an_error_and_the_others_are_over() throws IOException {
        AtomicInteger leaving = new AtomicInteger();
        Runnable secondFails = () -> {
            if (leaving.incrementAndGet() == 2) {
                throw new IllegalStateException("out of threads");
            }
        };
        Wire failing = new Wire(
                Duration.ofSeconds(30), Brokers.none(), Network.direct(), Pace.unbound(), secondFails, unused -> {});
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            InFlight some = new InFlight(failing);
            for (int i = 0; i < 3; i++) {
                some.send(request, server.uri());
            }

            assertThatThrownBy(some::collect).hasMessage("out of threads");
            assertThat(server.requests()).isEqualTo(2);
            assertThat(some.collect()).isEmpty();
        }
    }

    @Test
    void there_is_an_end_to_how_many_can_be_under_way() throws IOException {
        try (RawServer server = RawServer.answering(RawServer.bare("200 OK"))) {
            for (int i = 0; i < 200; i++) {
                inFlight.send(request, server.uri());
            }

            assertThatIllegalStateException()
                    .isThrownBy(() -> inFlight.send(request, server.uri()))
                    .withMessage("no more than 200 requests can be under way");
            assertThat(inFlight.collect()).hasSize(200);
        }
    }

    @Test
    void an_error_of_the_harness_is_thrown_as_it_is_and_once() {
        inFlight.send(new Request("POST", "/no such path", List.of(), "{}"), URI.create("http://127.0.0.1:1"));

        assertThatIllegalArgumentException()
                .isThrownBy(inFlight::collect)
                .withMessageContaining("Illegal character in path");
        assertThat(inFlight.collect()).isEmpty();
    }

    @Test
    void an_interrupted_wait_is_no_exchange_without_an_answer() throws IOException {
        try (RawServer server = RawServer.silent()) {
            inFlight.send(request, server.uri());

            Thread.currentThread().interrupt();
            assertThatThrownBy(inFlight::collect).isInstanceOf(Interrupted.class);
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
