package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import java.io.IOException;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

class UnderWayTest {
    private static final int TOO_MANY = 65;

    @Test
    void a_sender_that_fails_fails_the_scenario_and_what_it_has_sent_is_waited_for() throws IOException {
        try (RawServer server = RawServer.silent()) {
            TargetFile file = Targets.file(Targets.fullAt(server.uri()));
            Wire wire = new Wire(Duration.ofSeconds(1));
            InFlight inFlight = new InFlight(wire);
            Journal journal = new Journal(file.secrets());
            UnderWay underWay =
                    new UnderWay(inFlight, Lacking.calls(file, wire, journal), journal, CurrentPhase.none());
            Call call = ReadyCalls.payment("u-1", new Request("POST", "/payments", List.of(), "{}"));

            underWay.sendSteadily(Collections.nCopies(TOO_MANY, call), Duration.ZERO);
            underWay.awaitFirst(Duration.ofSeconds(30));

            String reason = "no more than 64 requests can be under way";
            assertThatThrownBy(underWay::stopSending).hasRootCauseMessage(reason);
            assertThatThrownBy(underWay::land).hasRootCauseMessage(reason);
            assertThat(inFlight.waiting()).isZero();
        }
    }
}
