package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class UnderWayTest {
    private static final int TOO_MANY = 201;

    @Test
    void a_sender_that_fails_fails_the_scenario_and_what_it_has_sent_is_waited_for() throws IOException {
        try (RawServer server = RawServer.silent()) {
            // Longer than a busy machine needs to send them all: none may end before the last one leaves.
            InFlight inFlight = new InFlight(new Wire(Duration.ofSeconds(5)));
            UnderWay underWay = underWay(server, inFlight);
            Call call = ReadyCalls.payment("u-1", new Request("POST", "/payments", List.of(), "{}"));

            underWay.sendSteadily(Collections.nCopies(TOO_MANY, call), Duration.ZERO);
            underWay.awaitFirst(Duration.ofSeconds(30));

            String reason = "no more than 200 requests can be under way";
            assertThatThrownBy(underWay::stopSending).hasRootCauseMessage(reason);
            assertThatThrownBy(underWay::land).hasRootCauseMessage(reason);
            assertThat(inFlight.waiting()).isZero();
        }
    }

    /** A gateway may hold a request for some time before the target claims its key. */
    @Test
    void a_slower_target_gets_more_time_until_an_operation_counts_as_in_progress() throws IOException {
        Duration slow = Duration.ofMillis(600);
        try (RawServer server = RawServer.doing((request, connection) -> {
            TimeUnit.MILLISECONDS.sleep(slow.toMillis());
            connection.getOutputStream().write(RawServer.bare("200 OK").getBytes(StandardCharsets.US_ASCII));
        })) {
            Wire wire = new Wire(Duration.ofSeconds(30));
            UnderWay underWay = underWay(server, new InFlight(wire));
            Duration atFirst = underWay.headStart();

            wire.sendAside(new Request("POST", "/clock", List.of(), "{}"), server.uri());
            assertThat(underWay.headStart()).as("a test aid is not the API").isEqualTo(atFirst);

            wire.send(new Request("GET", "/", List.of(), null), server.uri());
            assertThat(underWay.headStart()).isGreaterThanOrEqualTo(atFirst.plus(slow));
        }
    }

    private static UnderWay underWay(RawServer server, InFlight inFlight) {
        TargetFile file = Targets.file(Targets.fullAt(server.uri()));
        Journal journal = new Journal(file.secrets());
        return new UnderWay(
                inFlight, Lacking.calls(file, new Wire(Duration.ofSeconds(1)), journal), journal, CurrentPhase.none());
    }
}
