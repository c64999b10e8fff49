package dev.samekey.steps.model.targets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import java.time.Duration;
import java.util.Objects;
import org.junit.jupiter.api.Test;

class WatchingCheckTest {
    @Test
    void an_oracle_looks_in_one_place() {
        assertBad("log: {file: a.log, command: [cat, a.log]}", "oracles.log: should have one of file, command, loki");
        assertBad("log: {within: 3s}", "oracles.log: should have one of file");
        assertBad("metrics: {shared: true}", "oracles.metrics: should have one of path, url, promql");
        assertBad("traces: {}", "oracles.traces: should have one of listen, jaeger");
    }

    @Test
    void what_cannot_be_asked_is_reported() {
        assertBad("log: {command: []}", "oracles.log.command: is empty");
        assertBad("log: {loki: {url: loki, query: x}}", "oracles.log.loki.url: «loki» is no URL");
        assertBad(
                "metrics: {promql: {url: \"http://p:9090/\"}}",
                "oracles.metrics.promql.url: «http://p:9090/» is no URL");
        assertBad("log: {loki: {url: \"http://lo ki\", query: x}}", "oracles.log.loki.url: «http://lo ki» is no U");
        assertBad("log: {loki: {url: \"http://loki:310000\", query: x}}", "«http://loki:310000» is no URL");
        assertBad("metrics: {promql: {url: \"http://p:9090?x=1\"}}", "«http://p:9090?x=1» is no URL");
        assertBad("metrics: {promql: {url: 9090}}", "oracles.metrics.promql.url: «9090» is no URL");
        assertBad("metrics: {path: metrics}", "oracles.metrics.path: «metrics» is no path such as /metrics");
        assertBad("traces: {listen: 0}", "oracles.traces.listen: «0» is no port");
        assertBad("traces: {jaeger: {url: \"http://j:16686\"}}", "oracles.traces.jaeger.service: is missing");
    }

    @Test
    void a_lookup_says_which_key_and_where_its_state_stands() {
        assertBad("lookup: {path: /keys, state: /state}", "oracles.lookup.path: says nowhere which key: write ${key}");
        assertBad("lookup: {path: \"/keys/${kye}\", state: /state}", "${kye} is not known; did you mean «key»?");
        assertBad("lookup: {path: \"/keys/${key}\", state: state}", "«state» is no JSON pointer such as /state");
        assertBad(
                "lookup: {path: \"/keys/${key}\", state: /s, states: {runing: x}}",
                "oracles.lookup.states.runing: is not known");
    }

    @Test
    void a_place_far_away_is_given_more_time() {
        assertThat(log("{file: a.log}").limit()).isEqualTo(Duration.ofSeconds(3));
        assertThat(log("{command: [cat, a.log]}").limit()).isEqualTo(Duration.ofSeconds(10));
        assertThat(log("{elasticsearch: {url: 'http://e:9200', index: logs}}").limit())
                .isEqualTo(Duration.ofSeconds(30));
        assertThat(log("{file: a.log, within: 7s}").limit()).isEqualTo(Duration.ofSeconds(7));
    }

    private static Telemetry.Log log(String text) {
        return Objects.requireNonNull(
                Targets.file(with("log: " + text)).target().oracles().log());
    }

    private static void assertBad(String oracle, String message) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Targets.file(with(oracle)))
                .withMessageStartingWith("acme.yaml:")
                .withMessageContaining(message);
    }

    private static String with(String oracle) {
        return Targets.BARE + "oracles:\n  " + oracle + "\n";
    }
}
