package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatNoException;

import dev.samekey.steps.drive.downstream.Counterpart;
import dev.samekey.steps.drive.downstream.DownstreamFault;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Request;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.Reports;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.TargetTime;
import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ReportStepsTest {
    private static final Pattern REFERENCE = Pattern.compile("\"reference\":\"([^\"]+)\"");

    private final int hub = Ports.free();
    private final Wire wire = new Wire(Duration.ofSeconds(30));
    private final RawServer server = RawServer.doing(this::serve);
    private final TargetFile file = Targets.file(Targets.fullAt(server.uri(), Ports.free(), hub)
            .replace("  shop:", "  hub:")
            .replace("role: vendor, about: /reference", "role: sink, about: /reference, key: {header: Message-Id}")
            .replace("reaches: [bank, shop]", "reaches: [bank, hub]"));
    private final TestScenario scenario = new TestScenario(file);
    private final ReportSteps steps = new ReportSteps(
            scenario.world,
            scenario.calls,
            new Reports(
                    scenario.capabilities,
                    new TargetTime(file.contract(), scenario.capabilities, scenario.journal),
                    scenario.journal,
                    MachineWatch.none()),
            scenario.effects,
            scenario.checks,
            scenario.raceRounds,
            new InProgress(
                    scenario.world,
                    new UnderWay(new InFlight(wire), scenario.calls, scenario.journal, CurrentPhase.none()),
                    new Sandbox(scenario.calls, scenario.capabilities)));
    private final Call call = scenario.world.begin(scenario.operation("payment"));

    @BeforeEach
    void open() {
        scenario.services.open();
    }

    @AfterEach
    void close() throws IOException {
        scenario.services.close();
        server.close();
    }

    @Test
    void a_message_is_counted_once_however_many_attempts_it_has() {
        scenario.world.complete();
        report(call, "another attempt at the first");
        steps.laterOnes();

        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(() -> steps.messages(1))
                .withMessage("messages about a payment at the sink hub: expected 1, got 2");
        assertThatNoException().isThrownBy(() -> steps.messages(2));
    }

    @Test
    void a_message_that_arrives_again_under_its_id_shows_nothing_where_its_sink_had_no_fault() {
        scenario.world.complete();
        assertThatNoException().isThrownBy(() -> steps.messages(1));

        report(call, "the first");
        assertEnds(Verdict.INCONCLUSIVE, () -> steps.messages(1));
    }

    @Test
    void a_message_may_arrive_again_under_its_id_where_its_sink_had_a_fault() {
        sink().spoil(call.unique(), DownstreamFault.ANSWER_LOST, 1);
        scenario.world.complete();
        report(call, "the first");
        report(call, "the first");

        assertThatNoException().isThrownBy(() -> steps.messages(1));
    }

    @Test
    void a_message_without_an_id_is_one_too_many_where_there_must_be_none() {
        scenario.sent(call, Purpose.FIRST, 503);
        assertThatNoException().isThrownBy(() -> steps.messages(0));

        send(call.unique(), List.of());
        assertEnds(Verdict.BROKEN, () -> steps.messages(0));
        assertEnds(Verdict.NOT_CHECKED, () -> steps.messages(1));
    }

    @Test
    void of_what_has_failed_no_message_is_waited_for() {
        scenario.sent(call, Purpose.FIRST, 503);
        steps.laterOnes();

        assertThatNoException().isThrownBy(() -> steps.messages(0));
        report(call, "a failure");
        assertEnds(Verdict.BROKEN, () -> steps.messages(0));
    }

    @Test
    void what_should_fail_and_succeeded_shows_nothing() {
        scenario.world.complete();

        assertEnds(Verdict.INCONCLUSIVE, () -> steps.messages(0));
    }

    @Test
    void what_took_no_effect_must_not_be_reported_and_what_took_effect_must() {
        scenario.world.interrupt(call);
        assertThatNoException().isThrownBy(steps::reportedIfDone);
        report(call, "too early");
        assertThatExceptionOfType(Judgement.class)
                .isThrownBy(steps::reportedIfDone)
                .withMessage(
                        "reports of a payment that took no effect at the sink hub: expected none, got at least one");

        var unused = wire.send(call.request(), server.uri());
        assertThatNoException().isThrownBy(steps::reportedIfDone);
    }

    /** Makes a payment and reports it once; a listing has what was made. */
    private void serve(RawServer.Received request, Socket connection) throws IOException {
        boolean listing = request.line().startsWith("GET ");
        Matcher reference = REFERENCE.matcher(request.body());
        if (reference.find()) {
            report(reference.group(1), "the first");
        }
        boolean made = listing
                && server.received().stream()
                        .map(RawServer.Received::body)
                        .map(REFERENCE::matcher)
                        .anyMatch(one -> one.find() && request.line().contains(one.group(1)));
        String body = listing ? "{\"items\": [" + (made ? "1" : "") + "]}" : "{\"id\": \"p-1\"}";
        String head = "HTTP/1.1 %s\r\nContent-Length: %d\r\n\r\n"
                .formatted(listing ? "200 OK" : "201 Created", body.length());
        connection.getOutputStream().write((head + body).getBytes(StandardCharsets.UTF_8));
    }

    private void report(Call about, String id) {
        report(about.unique(), id);
    }

    private void report(String reference, String id) {
        send(reference, List.of(new Header("Message-Id", reference + " " + id)));
    }

    private Counterpart sink() {
        return scenario.services.of(call.operation(), CounterpartRole.SINK);
    }

    private void send(String reference, List<Header> headers) {
        var unused = wire.send(
                new Request("POST", "/", headers, "{\"reference\": \"" + reference + "\"}"),
                URI.create("http://127.0.0.1:" + hub));
    }
}
