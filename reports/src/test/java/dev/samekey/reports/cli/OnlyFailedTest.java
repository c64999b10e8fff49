package dev.samekey.reports.cli;

import static dev.samekey.reports.Samples.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.Samples;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** The made-up reports are about Acme. */
class OnlyFailedTest {
    private static final ContractVerdict HELD =
            Samples.verdict(Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.HELD));

    @TempDir
    private Path folder = Path.of("");

    private Path out = Path.of("");
    private final StringWriter said = new StringWriter();

    @BeforeEach
    void claim() {
        out = folder.resolve("report");
        OutFolder.claim(out);
    }

    @Test
    void where_nothing_failed_in_a_whole_run_there_is_nothing_to_judge() throws IOException {
        assertThat(onlyFailed("Acme", HELD)).isZero();
        assertThat(said.toString()).contains("nothing is judged");
    }

    @Test
    void what_failed_in_a_whole_run_is_judged_again() throws IOException {
        assertThat(onlyFailed("Acme", Samples.verdict(Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.BROKEN))))
                .isEqualTo(2);
        assertThat(said.toString()).contains("judging Acme", "connection refused");
    }

    @Test
    void the_report_on_another_target_says_nothing_of_this_one() throws IOException {
        assertThat(onlyFailed("Other", HELD)).isEqualTo(2);
        assertThat(said.toString()).contains(out.resolve("verdict.json") + " is the verdict on «Acme»");
    }

    @Test
    void a_run_that_did_not_judge_all_says_nothing_of_the_rest() throws IOException {
        Set<String> clauses = Set.of("RPL-1", "RPL-2");
        for (ContractVerdict part : List.of(
                Samples.ended(clauses, scenario("RPL-1", "payment", Verdict.BROKEN)),
                Samples.controlled(
                        List.of(new Controlled("payment", false, "the control got 401")),
                        clauses,
                        scenario("RPL-1", "payment", Verdict.HELD)),
                Samples.verdict(clauses, scenario("RPL-1", "payment", Verdict.NOT_CHECKED)))) {
            assertThat(onlyFailed("Acme", part)).isEqualTo(2);
            assertThat(said.toString()).contains("did not judge all", "run once without --only-failed");
        }
    }

    @Test
    void another_json_is_no_report() throws IOException {
        Files.writeString(out.resolve("verdict.json"), "{\"target\": \"Acme\"}");

        assertThat(onlyFailed("Acme")).isEqualTo(2);
        assertThat(said.toString()).contains("is no verdict of an earlier run");
    }

    private int onlyFailed(String name, ContractVerdict last) throws IOException {
        new Reports(null).write(last, out);
        return onlyFailed(name);
    }

    /** Nobody listens where the target is. */
    private int onlyFailed(String name) throws IOException {
        Path target = Files.writeString(folder.resolve("target.yaml"), """
                name: %s
                urls: ["http://127.0.0.1:%d"]
                contract: playbook
                operations: {pay: {role: create, request: {method: POST, path: /pay}}}
                """.formatted(name, Ports.free()));
        said.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(said, true);
        CommandLine main = Main.commandLine().setOut(writer).setErr(writer);
        return main.execute("verify", "--only-failed", "--target", target.toString(), "--out", out.toString());
    }
}
