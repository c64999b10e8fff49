package dev.samekey.steps.judge.world;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
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

    @Test
    void what_another_one_has_replaced_is_not_counted_again_unless_it_comes_back() throws IOException {
        try (RawServer server = listing()) {
            Scene scene = new Scene(server);
            listed.set("");
            scene.effects.settleReplaced(scene.call);

            assertThatCode(scene::check).doesNotThrowAnyException();
            listed.set("{}");
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scene::check)
                    .returns(Verdict.BROKEN, Judgement::verdict)
                    .withMessage("effects of a payment, which another one had replaced: expected 0, got 1");
        }
    }

    @Test
    void what_is_still_there_after_a_change_is_counted_once() throws IOException {
        try (RawServer server = listing()) {
            Scene scene = new Scene(server);
            scene.effects.settleReplaced(scene.call);

            assertThatCode(scene::check).doesNotThrowAnyException();
            listed.set("{}, {}");
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scene::check)
                    .withMessage("effects of a payment: expected 1, got 2");
        }
    }

    @Test
    void two_effects_before_a_change_are_two_after_it() throws IOException {
        listed.set("{}, {}");
        try (RawServer server = listing()) {
            Scene scene = new Scene(server);
            scene.effects.settleReplaced(scene.call);

            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(scene::check)
                    .withMessage("effects of a payment: expected 1, got 2");
        }
    }

    @Test
    void an_event_whose_effect_comes_later_is_unclear_and_one_whose_effect_never_comes_is_broken() throws IOException {
        listed.set("");
        try (RawServer server = listing()) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> eventOn(server, MachineWatch.none()))
                    .returns(Verdict.BROKEN, Judgement::verdict);
            CompletableFuture.delayedExecutor(1, TimeUnit.SECONDS).execute(() -> listed.set("{}"));
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> eventOn(server, MachineWatch.none()))
                    .withMessageContaining("came later than its acknowledgement")
                    .returns(Verdict.INCONCLUSIVE, Judgement::verdict);
        }
    }

    private static void eventOn(RawServer server, MachineWatch machine) {
        TargetFile file = Targets.file(Targets.fullAt(server.uri())
                + "    effects: {list: {path: \"/settled?id=${unique}\", count: /items}}\n");
        Journal journal = new Journal(file.secrets());
        Calls calls = Lacking.calls(file, new Wire(Duration.ofSeconds(30)), journal);
        Call event = calls.prepare(file.target().operations(Role.EVENT).get(0));
        new Effects(Lacking.everything(file), calls, journal, new Checks(Waived.NOTHING, machine))
                .check("effects of an event", event, List.of(), 1);
    }

    private static Effects countedOnce(RawServer server) {
        Scene scene = new Scene(server);
        scene.check();
        return scene.effects;
    }

    /** A payment whose effects this server lists. */
    private static final class Scene {
        private final Call call;
        private final Effects effects;

        Scene(RawServer server) {
            TargetFile file = Targets.file(Targets.fullAt(server.uri()));
            Journal journal = new Journal(file.secrets());
            Capabilities capabilities = Lacking.everything(file);
            Calls calls = Lacking.calls(file, new Wire(Duration.ofSeconds(30)), journal);
            effects = new Effects(capabilities, calls, journal, new Checks());
            call = calls.prepare(file.target().operations(Role.CREATE).get(0));
        }

        void check() {
            effects.check("effects of a payment", call, List.of(), 1);
        }
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
