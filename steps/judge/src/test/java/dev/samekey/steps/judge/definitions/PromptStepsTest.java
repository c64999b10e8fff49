package dev.samekey.steps.judge.definitions;

import static dev.samekey.steps.judge.world.TestScenario.assertEnds;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.act.LockedKeys;
import dev.samekey.steps.judge.act.Sandbox;
import dev.samekey.steps.judge.act.Variations;
import dev.samekey.steps.judge.world.Attempt;
import dev.samekey.steps.judge.world.Keys;
import dev.samekey.steps.judge.world.Purpose;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.Secrets;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class PromptStepsTest {
    private static final String CREATED = "201 Created";
    private static final String REFUSED = "422 Unprocessable Content";
    private static final String IN_PROGRESS = "425 Too Early";

    private final AtomicInteger valid = new AtomicInteger();
    /** What valid requests are answered, one after the other; all later ones are created. */
    private List<String> answers = List.of();

    private final RawServer server = RawServer.doing((request, connection) -> {
        String answer = request.body().contains("wrong") ? "400 Bad Request" : next();
        connection.getOutputStream().write(RawServer.bare(answer).getBytes(StandardCharsets.UTF_8));
        connection.getOutputStream().flush();
    });
    private final TargetFile file =
            Targets.file(Targets.fullAt(server.uri()).replace("declined: {/payer: broke}", "invalid: {/payer: wrong}"));
    private final TestScenario scenario = new TestScenario(file);
    private final Sandbox sandbox = new Sandbox(scenario.calls, scenario.capabilities);
    private final Contract contract = file.contract();
    private final PromptSteps steps = new PromptSteps(
            scenario.world,
            contract,
            scenario.calls,
            sandbox,
            new Variations(
                    file.target(),
                    contract,
                    scenario.calls,
                    new Keys(contract),
                    scenario.producer,
                    new Secrets(Map.of())),
            new LockedKeys(scenario.world, contract, scenario.checks));

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private String next() {
        int number = valid.getAndIncrement();
        return number < answers.size() ? answers.get(number) : CREATED;
    }

    @Test
    void each_invalid_request_is_followed_by_its_correction_under_its_key() {
        correct(3);

        assertThat(purposes())
                .containsExactly(
                        Purpose.FIRST,
                        Purpose.CORRECTED,
                        Purpose.FIRST,
                        Purpose.CORRECTED,
                        Purpose.FIRST,
                        Purpose.CORRECTED);
        List<Attempt> attempts = scenario.world.attempts();
        assertThat(attempts.get(1).call().key())
                .isEqualTo(attempts.get(0).call().key());
        assertThat(attempts.get(2).call().key())
                .isNotEqualTo(attempts.get(0).call().key());
    }

    @Test
    void a_correction_that_is_refused_as_in_progress_is_sent_again() {
        answers = List.of(IN_PROGRESS, IN_PROGRESS);
        correct(1);

        assertThat(purposes()).containsExactly(Purpose.FIRST, Purpose.CORRECTED, Purpose.CORRECTED, Purpose.CORRECTED);
        assertThat(scenario.world.newest().isSuccessful()).isTrue();
    }

    @Test
    void the_first_correction_that_fails_is_the_last_one() {
        answers = List.of(CREATED, REFUSED);
        correct(10);

        assertThat(purposes()).containsExactly(Purpose.FIRST, Purpose.CORRECTED, Purpose.FIRST, Purpose.CORRECTED);
    }

    @Test
    void without_a_first_success_there_is_nothing_to_send_again() {
        answers = List.of(REFUSED);
        scenario.world.begin(scenario.operation("payment"));

        assertEnds(Verdict.INCONCLUSIVE, () -> steps.areSentAgain(10));
    }

    private void correct(int count) {
        scenario.world.test(sandbox.call(scenario.operation("payment"), SandboxWord.INVALID));
        steps.areCorrected(count);
    }

    private List<Purpose> purposes() {
        return scenario.world.attempts().stream().map(Attempt::purpose).toList();
    }
}
