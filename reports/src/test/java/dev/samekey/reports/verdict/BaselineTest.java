package dev.samekey.reports.verdict;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Set;
import org.junit.jupiter.api.Test;

class BaselineTest {
    private static final String GOOD = """
            known_breaks:
              - clause: RPL-2
                operation: refund
                reason: refunds are rendered anew
                since: 2026-01-02
              - {clause: RPL-1, reason: replays answer 200, since: 2026-02-03}
            """;

    @Test
    void a_good_file_comes_whole() {
        assertThat(baseline(GOOD).breaks())
                .containsExactly(
                        new KnownBreak(
                                "RPL-2",
                                "refund",
                                "refunds are rendered anew",
                                LocalDate.of(2026, 1, 2),
                                "known.yaml:2"),
                        new KnownBreak("RPL-1", null, "replays answer 200", LocalDate.of(2026, 2, 3), "known.yaml:6"));
    }

    @Test
    void a_file_may_list_nothing() {
        assertThat(baseline("known_breaks: []").breaks()).isEmpty();
    }

    @Test
    void a_wrong_member_is_reported_with_its_line_and_the_nearest_name() {
        assertBad(GOOD.replace("RPL-2", "RPL-22"), "known.yaml:2: known_breaks.0.clause", "did you mean «RPL-2»?");
        assertBad(GOOD.replace("clause: RPL-2", "clause:"), "known.yaml:2: known_breaks.0.clause: has no value");
        assertBad(GOOD.replace("since: 2026-02-03", "since:"), "known.yaml:6: known_breaks.1.since: has no value");
        assertBad(GOOD.replace("refund\n", "refnd\n"), "known.yaml:3: known_breaks.0.operation", "«refund»");
        assertBad(GOOD.replace("2026-01-02", "yesterday"), "known.yaml:5: known_breaks.0.since", "«yesterday»");
        assertBad(GOOD.replace("    since: 2026-01-02\n", ""), "known.yaml:2: known_breaks.0.since: is missing");
        assertBad(GOOD.replace("replays answer 200", "\"\""), "known.yaml:6: known_breaks.1.reason: has no value");
        assertBad(GOOD.replace("reason: ref", "raeson: ref"), "known.yaml:4", "did you mean «reason»?");
        assertBad(GOOD.replace("known_breaks", "known_braeks"), "known.yaml:1", "did you mean «known_breaks»?");
        assertBad(GOOD + "  -\n", "known.yaml:7: known_breaks.2: has no value");
        assertBad("known_breaks:\n", "known.yaml:1: known_breaks: has no value");
    }

    @Test
    void what_is_listed_twice_is_reported() {
        assertBad(
                GOOD + "  - {clause: RPL-1, reason: again, since: 2026-02-04}\n",
                "known.yaml:7: known_breaks.2.clause: RPL-1 is listed already, at known.yaml:6");
    }

    @Test
    void a_file_that_is_not_there_is_reported() {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> Baseline.read(Path.of("no-such.yaml"), Set.of(), Set.of()))
                .withMessage("no-such.yaml: there is no such file");
    }

    private static Baseline baseline(String yaml) {
        return Baseline.of(YamlFile.of("known.yaml", yaml), Set.of("RPL-1", "RPL-2"), Set.of("payment", "refund"));
    }

    private static void assertBad(String yaml, String... words) {
        assertThatExceptionOfType(BadFile.class)
                .isThrownBy(() -> baseline(yaml))
                .satisfies(bad -> assertThat(bad.getMessage()).contains(words));
    }
}
