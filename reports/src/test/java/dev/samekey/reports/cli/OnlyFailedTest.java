package dev.samekey.reports.cli;

import static dev.samekey.reports.Samples.scenario;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.Samples;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Narrowed;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        OutFolder.claim(out).close();
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
    void a_run_of_fewer_clauses_says_nothing_of_the_others() throws IOException {
        assertThat(onlyFailed("Acme", HELD, "--clauses", "RPL,CON-1")).isEqualTo(2);
        assertThat(said.toString())
                .contains(
                        "is the verdict of a run without CON-1, RPL-10, RPL-11 and",
                        "run once without --only-failed, or name another folder");
    }

    @Test
    void a_run_of_some_operations_says_nothing_of_the_others() throws IOException {
        ContractVerdict narrowed = held(new Narrowed(Set.of("pay", "refund"), Set.of(), Set.of()));

        assertThat(onlyFailed("Acme", narrowed)).isEqualTo(2);
        assertThat(said.toString())
                .contains("is the verdict of a run with --operation pay, --operation refund: run once without");
        assertThat(onlyFailed("Acme", narrowed, "--operation", "pay,other")).isEqualTo(2);
        assertThat(onlyFailed("Acme", narrowed, "--operation", "pay")).isZero();
    }

    @Test
    void a_run_of_some_scenarios_says_nothing_of_the_others() throws IOException {
        ContractVerdict narrowed = held(new Narrowed(Set.of(), Set.of("status of"), Set.of()));

        assertThat(onlyFailed("Acme", narrowed)).isEqualTo(2);
        assertThat(said.toString()).contains("is the verdict of a run with --scenario status of: run once without");
        assertThat(onlyFailed("Acme", narrowed, "--scenario", "status of")).isZero();
    }

    @Test
    void what_the_whole_run_had_settled_is_settled_after_a_run_of_what_failed() throws IOException {
        ContractVerdict again = held(new Narrowed(Set.of(), Set.of(), Set.of("RPL-2")));

        assertThat(onlyFailed("Acme", again, "--clauses", "RPL-1,RPL-2")).isZero();
        assertThat(onlyFailed("Acme", again, "--clauses", "RPL-1,RPL-2,RPL-3")).isEqualTo(2);
        assertThat(said.toString()).contains("is the verdict of a run without RPL-3");
    }

    @Test
    void what_failed_and_was_not_checked_since_is_judged_again() throws IOException {
        ContractVerdict again = Samples.verdict(
                "",
                Baseline.NONE.narrowed(new Narrowed(Set.of(), Set.of(), Set.of("RPL-3"))),
                Set.of("RPL-1", "RPL-2"),
                scenario("RPL-1", "payment", Verdict.NOT_CHECKED),
                scenario("RPL-2", "payment", Verdict.HELD));

        assertThat(onlyFailed("Acme", again)).isEqualTo(2);
        assertThat(said.toString()).contains("judging Acme");
    }

    @Test
    void what_there_was_no_time_for_is_judged_the_next_time() throws IOException {
        ContractVerdict late = Samples.verdict(
                Set.of("RPL-1", "RPL-2"),
                scenario("RPL-1", "payment", Verdict.HELD),
                Samples.unreached("RPL-2", "payment"));

        assertThat(onlyFailed("Acme", late, "--clauses", "RPL-1,RPL-2")).isEqualTo(2);
        assertThat(said.toString()).contains("judging Acme");
    }

    private static ContractVerdict held(Narrowed narrowed) {
        return Samples.verdict(
                "", Baseline.NONE.narrowed(narrowed), Set.of("RPL-1"), scenario("RPL-1", "payment", Verdict.HELD));
    }

    @Test
    void another_json_is_no_report() throws IOException {
        Files.writeString(out.resolve("verdict.json"), "{\"target\": \"Acme\"}");

        assertThat(onlyFailed("Acme")).isEqualTo(2);
        assertThat(said.toString()).contains("is no verdict of an earlier run");
    }

    private int onlyFailed(String name, ContractVerdict last, String... more) throws IOException {
        new Reports(null).write(last, out);
        return onlyFailed(name, more);
    }

    /** Nobody listens where the target is. */
    private int onlyFailed(String name, String... more) throws IOException {
        Path target = Files.writeString(folder.resolve("target.yaml"), """
                name: %s
                urls: ["http://127.0.0.1:%d"]
                contract: playbook
                operations: {pay: {role: create, request: {method: POST, path: /pay}}}
                """.formatted(name, Ports.free()));
        said.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(said, true);
        CommandLine main = Main.commandLine().setOut(writer).setErr(writer);
        List<String> arguments = new ArrayList<>(
                List.of("verify", "--only-failed", "--target", target.toString(), "--out", out.toString()));
        arguments.addAll(List.of(more));
        if (!arguments.contains("--clauses")) {
            arguments.addAll(List.of("--clauses", "RPL-1"));
        }
        return main.execute(arguments.toArray(String[]::new));
    }
}
