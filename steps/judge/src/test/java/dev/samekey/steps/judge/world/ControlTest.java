package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ControlTest {
    private static final String DONE = "HTTP/1.1 204 No Content\r\n\r\n";

    private final Wire wire = new Wire(Duration.ofSeconds(30));

    @Test
    void a_clock_receives_milliseconds() throws IOException {
        Operation.Template form = new Operation.Template(
                "POST",
                "/_control/clock?by=${ms}",
                Map.of("X-Token", "t"),
                JsonNodeFactory.instance.objectNode().put("advance_ms", "${ms}"));
        try (RawServer target = RawServer.answering(DONE)) {
            new Clock(new Control("move its clock", form, wire, at(target.uri()))).advance(Duration.ofDays(7));

            RawServer.Received received = target.received().get(0);
            assertThat(received.line()).isEqualTo("POST /_control/clock?by=604800000 HTTP/1.1");
            assertThat(received.header("X-Token")).containsExactly("t");
            assertThat(received.body()).isEqualTo("{\"advance_ms\":604800000}");
        }
    }

    @Test
    void a_request_without_a_body_is_sent_as_it_is() throws IOException {
        try (RawServer target = RawServer.answering(DONE)) {
            assertThat(cleanup(target.uri()).send().reply()).isPresent();
            assertThat(target.received().get(0).line()).isEqualTo("POST /_control/cleanup HTTP/1.1");
        }
    }

    @Test
    void where_the_target_does_not_do_it_nothing_is_judged() throws IOException {
        for (RawServer refusing : List.of(RawServer.answering(RawServer.bare("404 Not Found")), RawServer.closing())) {
            try (refusing) {
                Judgement judgement = catchThrowableOfType(
                        Judgement.class, () -> cleanup(refusing.uri()).send());

                assertThat(judgement.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
                assertThat(judgement).hasMessage("the target did not let the harness run its cleanup");
                assertThat(judgement.facts()).hasSize(2);
            }
        }
    }

    @Test
    void without_leave_to_write_nothing_is_sent() throws IOException {
        try (RawServer target = RawServer.answering(DONE)) {
            Target readOnly = Targets.file(Targets.fullAt(target.uri()).replace("writes: allowed\n", ""))
                    .target();
            Control control = new Control("be moved", new Operation.Template("POST", "/", null, null), wire, readOnly);
            Judgement judgement = catchThrowableOfType(Judgement.class, control::send);

            assertThat(judgement.verdict()).isEqualTo(Verdict.NOT_CHECKED);
            assertThat(target.requests()).isZero();
        }
    }

    private static Target at(URI replica) {
        return Targets.file(Targets.fullAt(replica)).target();
    }

    private Control cleanup(URI replica) {
        return new Control(
                "run its cleanup", new Operation.Template("POST", "/_control/cleanup", null, null), wire, at(replica));
    }
}
