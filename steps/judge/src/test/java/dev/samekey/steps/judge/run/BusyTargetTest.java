package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What comes late, or in another order, because a machine is busy is no break of the contract. */
class BusyTargetTest {
    private static final String CREATED = answer("201 Created", "{\"id\":\"1\"}");
    private static final String IN_PROGRESS = answer("409 Conflict", "{\"code\":\"CONFLICT.idempotency.in_progress\"}");

    private static final int LONG_MS = 1_300;
    private static final int LONGER_MS = 2_000;

    private final Path out;
    private final Map<String, Integer> come = new ConcurrentHashMap<>();

    BusyTargetTest(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void an_original_whose_duplicate_was_refused_for_now_has_had_the_key_and_lost_it() throws IOException {
        assertThat(judged("CON-10", (number, connection) -> {
                    switch (number) {
                        case 1 -> answer(connection, LONGER_MS, IN_PROGRESS);
                        case 2 -> answer(connection, 0, IN_PROGRESS);
                        default -> answer(connection, LONG_MS, CREATED);
                    }
                }))
                .extracting(ScenarioResult::verdict)
                .containsExactly(Verdict.BROKEN);
    }

    @Test
    void an_original_may_come_after_its_duplicate_and_be_refused_late() throws IOException {
        assertThat(judged("CON-10", BusyTargetTest::overtaken))
                .extracting(ScenarioResult::verdict)
                .containsExactly(Verdict.INCONCLUSIVE);
        assertThat(come).as("keys, one for each time that the scenario ran").hasSize(2);
    }

    @Test
    void what_is_only_a_sample_is_looked_at_once() throws IOException {
        assertThat(judged(new Choice(Set.of(), Set.of("CON-10")), BusyTargetTest::overtaken))
                .extracting(ScenarioResult::verdict)
                .containsExactly(Verdict.INCONCLUSIVE);
        assertThat(come).as("keys, one for each time that the scenario ran").hasSize(1);
    }

    private static void overtaken(int number, Socket connection) throws IOException, InterruptedException {
        if (number == 1) {
            answer(connection, LONG_MS, IN_PROGRESS);
        } else {
            answer(connection, LONGER_MS, CREATED);
        }
    }

    @Test
    void a_replay_may_come_late_but_not_each_time() throws IOException {
        assertThat(judged("RPL-13", (number, connection) -> answer(connection, number == 2 ? 2_300 : 0, CREATED)))
                .extracting(ScenarioResult::verdict)
                .containsExactly(Verdict.HELD);
    }

    private List<ScenarioResult> judged(String clause, Script script) throws IOException {
        return judged(Choice.of(Set.of(clause)), script);
    }

    /** By a server that does so with the first, the second and each further request under a key. */
    private List<ScenarioResult> judged(Choice choice, Script script) throws IOException {
        try (RawServer server = RawServer.doing((request, connection) -> {
            List<String> key = request.header("Idempotency-Key");
            // The control request is none of those that the test is about.
            boolean isControl =
                    choice.clauses().contains("CON-10") && !request.body().contains("slow");
            if (key.isEmpty() || isControl) {
                answer(connection, 0, CREATED);
            } else {
                script.meet(come.merge(key.get(0), 1, Integer::sum), connection);
            }
        })) {
            String target =
                    Targets.BARE.replace("http://127.0.0.1:1", server.uri().toString());
            return new ContractRun(
                            Targets.file(target + "    sandbox: {slow: {/payer: slow}}\nwrites: allowed\n"),
                            choice,
                            out)
                    .run(unused -> {}).scenarios().stream()
                            // What needs a clock is none of it.
                            .filter(scenario -> scenario.verdict() != Verdict.NOT_CHECKED)
                            .toList();
        }
    }

    private interface Script {
        void meet(int number, Socket connection) throws IOException, InterruptedException;
    }

    private static void answer(Socket connection, int afterMillis, String answer)
            throws IOException, InterruptedException {
        TimeUnit.MILLISECONDS.sleep(afterMillis);
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
    }

    private static String answer(String status, String body) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body;
    }
}
