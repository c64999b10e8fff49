package dev.samekey.steps.judge.act;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.downstream.Counterparts;
import dev.samekey.steps.drive.http.Exchange;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.Capabilities;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.testing.Ports;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class SandboxTest {
    private static final Duration LIMIT = Duration.ofSeconds(30);

    private final int bank = Ports.free();
    private final TargetFile file = Targets.file(Targets.full(bank, Ports.free()));
    private final Wire wire = new Wire(LIMIT);
    private final Counterparts counterparts = new Counterparts(file.target());
    private final Sandbox sandbox = new Sandbox(
            Lacking.calls(file, wire, new Journal(file.secrets())),
            Capabilities.none(file.target()).with(Counterparts.class, counterparts));
    private final Operation payment =
            Objects.requireNonNull(file.target().operations().get("payment"));

    @Test
    void what_the_target_names_is_done_by_the_target() {
        assertThat(sandbox.call(payment, SandboxWord.UNAVAILABLE).request().body())
                .contains("\"payer\":\"slow\"");
    }

    @Test
    void what_it_does_not_name_is_done_by_the_provider_that_the_operation_reaches() {
        try (counterparts) {
            counterparts.open();
            Call call = sandbox.call(payment, SandboxWord.UNAVAILABLE_ONCE);

            assertThat(ask(call).reply()).map(answer -> answer.status()).hasValue(503);
            assertThat(ask(call).reply()).map(answer -> answer.status()).hasValue(201);
        }
    }

    @Test
    void what_neither_can_do_is_not_checked() {
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> sandbox.call(payment, SandboxWord.SLOW_ANSWER))
                .withMessageContaining("sandbox.slow_answer");
    }

    private Exchange ask(Call call) {
        return wire.send(
                new Request(
                        "POST",
                        "/authorizations",
                        List.of(new Header("Idempotency-Key", "k-1")),
                        "{\"reference\": \"" + call.unique() + "\"}"),
                URI.create("http://127.0.0.1:" + bank));
    }
}
