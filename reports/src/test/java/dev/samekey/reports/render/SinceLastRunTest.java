package dev.samekey.reports.render;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.SinceLastRun;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SinceLastRunTest {
    private final Path before;
    private final Path now;

    SinceLastRunTest(@TempDir Path folder) {
        this.before = folder.resolve("before");
        this.now = folder.resolve("now");
    }

    @BeforeEach
    void write() throws IOException {
        new Reports(null)
                .write(
                        verdict(
                                Set.of("RPL-1", "RPL-2", "RPL-3"),
                                scenario("RPL-1", "payment", Verdict.HELD),
                                scenario("RPL-2", "payment", Verdict.BROKEN),
                                scenario("RPL-3", "payment", Verdict.INCONCLUSIVE)),
                        before);
    }

    private ContractVerdict after(Verdict first, Verdict second) {
        ContractVerdict seen = verdict(
                Set.of("RPL-1", "RPL-2", "RPL-3"),
                scenario("RPL-1", "payment", first),
                scenario("RPL-2", "payment", second),
                scenario("RPL-3", "payment", Verdict.BROKEN));
        return VerdictJson.after(before.resolve("verdict.json"), seen);
    }

    @Test
    void what_is_newly_broken_and_what_holds_again_is_said_by_each_report() throws IOException {
        String sentence = "Since the run of 2026-01-02 03:04 UTC: newly broken RPL-1; held again RPL-2.";
        ContractVerdict verdict = after(Verdict.BROKEN, Verdict.HELD);

        new Reports(null).write(verdict, now);

        assertThat(verdict.since())
                .isNotNull()
                .extracting(SinceLastRun::sentence)
                .isEqualTo(sentence);
        assertThat(now.resolve("contract-matrix.md")).content().contains(sentence);
        assertThat(now.resolve("contract-matrix.html")).content().contains(sentence);
        assertThat(now.resolve("verdict.json")).content().contains("\"held_again\" : [ \"RPL-2\" ]");
    }

    @Test
    void what_was_not_judged_before_is_not_compared() {
        assertThat(after(Verdict.HELD, Verdict.BROKEN).since())
                .isNotNull()
                .extracting(SinceLastRun::sentence)
                .asString()
                .endsWith("nothing has changed that both have judged.");
    }

    @Test
    void an_operation_that_was_not_judged_before_is_not_compared() {
        ContractVerdict seen = verdict(
                Set.of("RPL-1", "RPL-2"),
                scenario("RPL-1", "refund", Verdict.BROKEN),
                scenario("RPL-2", "refund", Verdict.HELD));

        assertThat(VerdictJson.after(before.resolve("verdict.json"), seen).since())
                .isNotNull()
                .satisfies(since -> assertThat(since.broken()).isEmpty())
                .satisfies(since -> assertThat(since.mended()).isEmpty());
    }

    @Test
    void a_file_that_is_no_verdict_and_a_first_run_change_nothing() throws IOException {
        Files.writeString(before.resolve("verdict.json"), "{}");
        assertThat(after(Verdict.BROKEN, Verdict.HELD).since()).isNull();

        Files.delete(before.resolve("verdict.json"));
        assertThat(after(Verdict.BROKEN, Verdict.HELD).since()).isNull();
    }
}
