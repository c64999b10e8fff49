package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.path.PathChecks;
import dev.samekey.steps.judge.path.PathProbes;
import dev.samekey.steps.judge.path.SmallDevice;
import dev.samekey.steps.judge.path.SmallDevice.Fault;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What stands between is judged by what arrived behind it. */
class PathRunTest {
    private static final PathProbes.Times QUICK = new PathProbes.Times(
            Duration.ofSeconds(10),
            Duration.ofMillis(20),
            Duration.ofMillis(100),
            Duration.ofMillis(800),
            Duration.ofMillis(200));

    @Test
    void each_clause_has_a_check() {
        assertThat(PathChecks.ALL.keySet()).isEqualTo(PathRun.clauses());
    }

    @Test
    void a_proxy_that_passes_each_request_on_once_breaks_nothing() throws IOException {
        List<ScenarioResult> judged = judged(Fault.NONE);
        assertThat(judged)
                .hasSize(14)
                .allSatisfy(one -> assertThat(one.verdict())
                        .as(one.clauses() + " " + one.reason() + one.facts())
                        .isIn(Verdict.HELD, Verdict.NOT_CHECKED));
        assertThat(judged)
                .filteredOn(one -> one.verdict() == Verdict.NOT_CHECKED)
                .flatExtracting(ScenarioResult::clauses)
                .containsExactly("PTH-5", "PTH-6");
    }

    @ParameterizedTest
    @CsvSource({
        "REPEATS_WHAT_WAS_CLOSED, PTH-1, 2 arrivals",
        "REPEATS_WHAT_CAME_IN_ONE_WRITE, PTH-2, 1 with 0.3 s between head and body",
        "REPEATS_FOR_EACH_IDLE_CONNECTION, PTH-3, arrivals",
        "REPEATS_WHAT_WAS_CUT, PTH-4, 2 arrivals",
        "LEAVES_THE_KEY_OUT_OF_A_REPETITION, PTH-5, another key",
        "REPEATS_AT_ONCE, PTH-6, ms later",
        "SAYS_THAT_NOTHING_WAS_DONE, PTH-7, 503",
        "GIVES_NO_RESPONSE, PTH-8, without a response",
        "COMPLETES_WHAT_WAS_CUT, PTH-9, looks whole",
        "TAKES_103_FOR_FINAL, PTH-10, 1 arrival",
        "CUTS_LONG_KEYS, PTH-11, arrived as",
        "SHUTS_OUT_FOR_A_WHILE, PTH-12, did not arrive",
        "KEEPS_RESPONSES_BY_PATH, PTH-13, 201",
        "REPEATS_WHAT_IS_SLOW, PTH-14, 2 arrivals"
    })
    void a_proxy_with_a_fault_breaks_its_clause(Fault fault, String clause, String actual) throws IOException {
        assertThat(judged(fault))
                .filteredOn(one -> one.clauses().contains(clause))
                .singleElement()
                .satisfies(one -> {
                    assertThat(one.verdict()).as(one.reason()).isEqualTo(Verdict.BROKEN);
                    assertThat(one.reason()).contains(actual);
                });
    }

    @Test
    void a_proxy_may_see_the_service_late() throws IOException {
        List<String> said = new ArrayList<>();
        assertThat(judged(Fault.SEES_THE_SERVICE_LATE, said))
                .extracting(ScenarioResult::verdict)
                .doesNotContain(Verdict.BROKEN, Verdict.INCONCLUSIVE);
        assertThat(said)
                .as("what it does now")
                .containsSubsequence(
                        "waiting for the device, which answers 502",
                        "a POST, and the service closes the connection after reading the request");
    }

    @Test
    void where_nothing_gets_through_nothing_is_judged() throws IOException {
        URI nobody = URI.create("http://127.0.0.1:" + freePort());
        int back = freePort();

        assertThatThrownBy(() -> run(nobody, back, new ArrayList<>()))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("no request gets through the device")
                .hasMessageContaining("Let the device pass on /samekey/…");
    }

    private static List<ScenarioResult> judged(Fault fault) throws IOException {
        return judged(fault, new ArrayList<>());
    }

    private static List<ScenarioResult> judged(Fault fault, List<String> said) throws IOException {
        int back = freePort();
        try (SmallDevice device = new SmallDevice(back, fault)) {
            return run(URI.create("http://127.0.0.1:" + device.port()), back, said);
        }
    }

    private static List<ScenarioResult> run(URI front, int back, List<String> said) {
        TargetFile file = TargetFile.of(
                YamlFile.of("a.yaml", "{name: device, contract: playbook, client: {log: a}}"), Path.of(""), Map.of());
        return new PathRun(
                        file,
                        front,
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), back),
                        QUICK,
                        PathRun.clauses())
                .run(new Progress() {
                    @Override
                    public void started(String what, List<String> clauses) {
                        said.add(what);
                    }

                    @Override
                    public void finished(ScenarioResult result) {}
                })
                .scenarios();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
