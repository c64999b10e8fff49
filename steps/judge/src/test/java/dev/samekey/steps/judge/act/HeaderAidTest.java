package dev.samekey.steps.judge.act;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.world.Call;
import dev.samekey.steps.judge.world.TestScenario;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.SandboxWord;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A test system that is told by a header of the request how to behave. */
class HeaderAidTest {
    private static final String FILE = """
            name: Acme notes
            urls: ["%s"]
            writes: allowed
            contract: playbook
            operations:
              note:
                role: create
                request: {method: POST, path: /notes, body: {text: "${unique}"}}
                switches:
                  unavailable_once: {headers: {X-Test: "down ${key}"}}
                  declined: {headers: {X-Test: declined}}
            """;

    private final RawServer server = RawServer.answering(RawServer.bare("503 Service Unavailable"));
    private final TargetFile file = Targets.file(FILE.formatted(server.uri()));
    private final TestScenario scenario = new TestScenario(file);
    private final Operation note = scenario.operation("note");
    private final Sandbox sandbox = new Sandbox(scenario.calls, scenario.capabilities);

    HeaderAidTest() throws IOException {}

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    @Test
    void only_the_first_attempt_has_a_header_of_the_first_attempt() {
        Call call = scenario.world.test(sandbox.call(note, SandboxWord.UNAVAILABLE_ONCE));
        scenario.world.send(call);
        scenario.world.send(call);
        scenario.world.aside(scenario.world.call(), "what is made of it then");

        assertThat(aids()).containsExactly(List.of("down " + call.key()), List.of(), List.of());
    }

    @Test
    void an_attempt_aside_is_an_attempt_too() {
        Call call = scenario.world.test(sandbox.call(note, SandboxWord.UNAVAILABLE_ONCE));
        scenario.world.aside(call, "the attempt that fails");
        scenario.world.send(scenario.world.call());

        assertThat(aids()).containsExactly(List.of("down " + call.key()), List.of());
    }

    @Test
    void what_is_in_progress_has_it_and_its_duplicates_do_not() {
        Call inProgress = scenario.world.testInProgress(sandbox.call(note, SandboxWord.UNAVAILABLE_ONCE));
        scenario.world.aside(inProgress, "the one in progress");
        scenario.world.send(scenario.world.call());

        assertThat(aids()).containsExactly(List.of("down " + inProgress.key()), List.of());
    }

    @Test
    void each_attempt_has_a_header_that_is_not_of_the_first_only() {
        Call call = scenario.world.test(sandbox.call(note, SandboxWord.DECLINED));
        scenario.world.send(call);
        scenario.world.send(call);

        assertThat(aids()).containsExactly(List.of("declined"), List.of("declined"));
    }

    @Test
    void a_retry_after_a_crash_does_not_have_it() {
        Call killed = scenario.world.test(sandbox.call(note, SandboxWord.UNAVAILABLE_ONCE));
        scenario.world.interrupt(killed);
        scenario.world.send(scenario.world.call());
        scenario.world.aside(scenario.world.interrupted().get(0), "the interrupted one again");

        assertThat(aids()).containsExactly(List.of(), List.of());
    }

    private List<List<String>> aids() {
        return server.received().stream()
                .map(request -> request.header("X-Test"))
                .toList();
    }
}
