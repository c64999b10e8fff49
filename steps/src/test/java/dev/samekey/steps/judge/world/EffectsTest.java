package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.drive.http.RawServer;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class EffectsTest {
    private final AtomicReference<String> listed = new AtomicReference<>("{}");

    @Test
    void an_effect_that_comes_after_the_count_breaks_it() throws IOException {
        try (RawServer server = listing()) {
            Effects effects = countedOnce(server);
            listed.set("{}, {}");
            Judgement late = catchThrowableOfType(Judgement.class, effects::checkAgain);

            assertThat(late.verdict()).isEqualTo(Verdict.BROKEN);
            assertThat(late).hasMessage("effects of a payment at the end of the run: expected at most 1, got 2");
        }
    }

    @Test
    void an_effect_that_a_killed_target_forgot_is_no_duplicate() throws IOException {
        try (RawServer server = listing()) {
            Effects effects = countedOnce(server);
            listed.set("");

            assertThatCode(effects::checkAgain).doesNotThrowAnyException();
        }
    }

    private static Effects countedOnce(RawServer server) {
        TargetFile file = Targets.file(Targets.fullAt(server.uri()));
        Journal journal = new Journal(file.secrets());
        Capabilities capabilities = Lacking.everything(file);
        Calls calls = Lacking.calls(file, new Wire(Duration.ofSeconds(30)), journal);
        Effects effects = new Effects(capabilities, calls, journal, new Checks());
        effects.check(
                "effects of a payment",
                calls.prepare(file.target().operations(Role.CREATE).get(0)),
                List.of(),
                1);
        return effects;
    }

    private RawServer listing() {
        return RawServer.doing((request, connection) -> {
            String items = "{\"items\": [" + listed.get() + "]}";
            String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + items.length()
                    + "\r\n\r\n" + items;
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
            connection.getOutputStream().flush();
        });
    }
}
