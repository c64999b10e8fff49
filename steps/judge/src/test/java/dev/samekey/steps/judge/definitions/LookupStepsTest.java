package dev.samekey.steps.judge.definitions;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.http.InFlight;
import dev.samekey.steps.drive.http.Wire;
import dev.samekey.steps.judge.act.InProgress;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.words.LookupState;
import dev.samekey.steps.judge.world.Calls;
import dev.samekey.steps.judge.world.Checks;
import dev.samekey.steps.judge.world.CurrentPhase;
import dev.samekey.steps.judge.world.Journal;
import dev.samekey.steps.judge.world.Lacking;
import dev.samekey.steps.judge.world.MachineWatch;
import dev.samekey.steps.judge.world.UnderWay;
import dev.samekey.steps.judge.world.World;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** The lookup of an API that answers 200 with an empty list about a key that it does not know (yet). */
class LookupStepsTest {
    private static final int SLOW_MS = 3000;

    private final Contract contract = YamlFile.of("own.yaml", "name: own\nkey: {in: header, name: X-Key}\n")
            .as(Contract.class);

    @Test
    void on_a_busy_machine_a_key_is_looked_up_until_it_is_known() throws IOException {
        try (RawServer server = knowing("in_progress");
                MachineWatch busy = MachineWatch.begin(() -> Duration.ofMillis(400))) {
            assertThatCode(() -> look(server, busy)).doesNotThrowAnyException();
        }
    }

    @Test
    void a_wrong_state_is_a_break_all_the_same() throws IOException {
        try (RawServer server = knowing("completed");
                MachineWatch busy = MachineWatch.begin(() -> Duration.ofMillis(400))) {
            assertThatExceptionOfType(Judgement.class)
                    .isThrownBy(() -> look(server, busy))
                    .matches(judgement -> judgement.verdict() == Verdict.BROKEN)
                    .withMessageContaining("state in the lookup of the key of a payment");
        }
    }

    private void look(RawServer server, MachineWatch machine) {
        TargetFile file = Targets.file("""
                name: Acme
                urls: ["%s"]
                writes: allowed
                contract: playbook
                operations:
                  payment:
                    role: create
                    request: {method: POST, path: /payments, body: {payer: p1, reference: "${unique}"}}
                    id: /id
                    sandbox: {slow: {/payer: slow}}
                oracles:
                  lookup: {path: "/keys?key=${key}", state: /items/0/state}
                """.formatted(server.uri()));
        Journal journal = new Journal(file.secrets());
        Wire wire = new Wire(Duration.ofSeconds(30));
        Checks checks = new Checks();
        Calls calls = Lacking.calls(file, contract, wire, journal);
        World world = new World(contract, wire, calls, journal, CurrentPhase.none());
        InProgress inProgress = new InProgress(
                world,
                new UnderWay(new InFlight(wire), calls, journal, CurrentPhase.none()),
                new Sandbox(calls, Lacking.everything(file)));
        LookupSteps steps = new LookupSteps(world, file.target(), calls, inProgress, journal, checks, machine);

        inProgress.begin(file.target().operations(Role.CREATE).get(0));
        steps.isLookedUp();
        steps.sees(LookupState.RUNNING);
    }

    /** It takes its time with a payment, and knows a key from the third look on. */
    private static RawServer knowing(String state) {
        AtomicInteger looks = new AtomicInteger();
        return RawServer.doing((request, connection) -> {
            boolean isLook = request.line().startsWith("GET");
            if (!isLook) {
                TimeUnit.MILLISECONDS.sleep(SLOW_MS);
            }
            String items = isLook && looks.incrementAndGet() > 2 ? "{\"state\":\"" + state + "\"}" : "";
            String body = isLook ? "{\"items\":[" + items + "]}" : "{\"id\":\"p-1\"}";
            String answer = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                    + "\r\n\r\n" + body;
            connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        });
    }
}
