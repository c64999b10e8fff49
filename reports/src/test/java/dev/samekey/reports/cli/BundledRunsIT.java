package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The commands on the bundled server. */
@Execution(ExecutionMode.CONCURRENT)
class BundledRunsIT {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_defect_ends_with_exit_code_1_and_a_script_that_repeats_it() throws Exception {
        Ran ended = Ran.of("verify", "--defect", "mismatch-replays", "--clauses", "MIS-1", "--out", in("report"));
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said())
                .contains(
                        "MIS-1 ",
                        "  clause: Another payload under the key gets what the contract says",
                        "expected:",
                        "actual:",
                        "  repeat: evidence/001-MIS-1-payment/repeat.sh");
        assertThat(folder.resolve("report/evidence/001-MIS-1-payment/repeat.sh"))
                .isExecutable()
                .content()
                .contains("samekey verify --defect mismatch-replays --clauses MIS-1 --scenario '");
        VerdictFile.in(folder.resolve("report")).mustKeepItsSchema();
    }

    @Test
    void a_known_break_ends_with_exit_code_0_and_a_wrong_baseline_with_2() throws Exception {
        Path baseline = Files.writeString(
                folder.resolve("known.yaml"),
                "known_breaks: [{clause: MIS-1, reason: it is old, since: 2026-01-02}]\n");
        String[] arguments = {
            "verify",
            "--defect",
            "mismatch-replays",
            "--clauses",
            "MIS-1",
            "--baseline",
            baseline.toString(),
            "--out",
            in("report")
        };
        Ran known = Ran.of(arguments);
        assertThat(known.said()).contains("known since 2026-01-02: it is old", "gate: passed; known breaks: 1");
        assertThat(known.code()).isZero();

        Files.writeString(baseline, "known_breaks: [{clause: MIS-11, reason: it is old, since: 2026-01-02}]\n");
        Ran wrong = Ran.of(arguments);
        assertThat(wrong.said()).contains("known.yaml:1: known_breaks.0.clause").doesNotContain("\tat ");
        assertThat(wrong.code()).isEqualTo(2);
    }

    @Test
    void a_run_that_fails_fast_names_its_seed() throws Exception {
        Path report = folder.resolve("report");
        Ran ended = Ran.of(
                "verify",
                "--defect",
                "mismatch-replays",
                "--clauses",
                "MIS-1,MIS-2",
                "--scenario",
                "payment",
                "--fail-fast",
                "--seed",
                "7",
                "--out",
                report.toString());
        assertThat(ended.code()).as(ended.said()).isEqualTo(1);
        assertThat(ended.said())
                .contains("random choices begin with the seed 7", "the run was ended before all was judged");
        JsonNode verdict =
                new ObjectMapper().readTree(report.resolve("verdict.json").toFile());
        assertThat(verdict.path("seed").asLong()).isEqualTo(7);
        assertThat(verdict.findValuesAsText("operation")).containsOnly("payment");
    }

    @Test
    void the_cases_of_a_design_are_judged_as_the_shipped_scenarios_and_so_are_those_of_a_team() throws Exception {
        String clauses = "KEY-1,RPL-1,RPL-2,MIS-1";
        assertThat(Ran.of("design", "--out", in("cases")).code()).isZero();
        Files.delete(folder.resolve("cases/features/key.feature"));
        Files.writeString(folder.resolve("cases/features/ours.feature"), """
                Feature: Ours

                  @MIS-1
                  Scenario: Nobody pays two amounts under one key
                    Given a completed payment
                    When the request is sent again with another payload
                    Then the request is refused for a payload mismatch
                """);

        Ran shipped = Ran.of("verify", "--clauses", clauses, "--out", in("shipped"));
        Ran ours = Ran.of("verify", "--clauses", clauses.substring(6), "--features", in("cases"), "--out", in("ours"));
        assertThat(ours.code()).as(ours.said()).isEqualTo(shipped.code()).isZero();
        assertThat(ours.said()).contains("by the scenarios of the folder ", "not judged", "KEY-1");
        List<String> expected = new ArrayList<>(verdicts("shipped"));
        expected.removeIf(verdict -> verdict.startsWith("KEY-1 "));
        expected.add("MIS-1 Nobody pays two amounts under one key HELD ours.feature");
        assertThat(verdicts("ours")).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(expected);

        Ran broken = Ran.of(
                "verify",
                "--features",
                in("cases"),
                "--scenario",
                "ours.feature:4",
                "--defect",
                "mismatch-replays",
                "--clauses",
                "MIS-1",
                "--out",
                in("broken"));
        assertThat(broken.code()).as(broken.said()).isEqualTo(1);
        assertThat(broken.said()).contains("MIS-1   MUST   BROKEN", "scenario: Nobody pays two amounts under one key");
        assertThat(verdicts("broken"))
                .containsExactly("MIS-1 Nobody pays two amounts under one key BROKEN ours.feature");
    }

    /** The example of shards does the same with five of them and the whole contract. */
    @Test
    void two_shards_are_merged_into_the_verdicts_of_one_run_and_a_missing_one_fails_the_gate() throws Exception {
        String defect = "mismatch-replays";
        String clauses = "KEY-4,RPL-1,MIS-1";
        for (String number : List.of("1", "2")) {
            Ran shard = Ran.of(
                    "verify",
                    "--defect",
                    defect,
                    "--clauses",
                    clauses,
                    "--shard",
                    number + "/2",
                    "--run-id",
                    "two",
                    "--out",
                    in("shards/" + number));
            assertThat(shard.said()).contains("shard " + number + " of 2: ");
            assertThat(shard.code()).as(shard.said()).isZero();
        }
        Ran one = Ran.of("verify", "--defect", defect, "--clauses", clauses, "--out", in("one"));
        Ran merged = Ran.of("merge", in("shards"), "--out", in("merged"));
        assertThat(verdicts("merged"))
                .containsExactlyInAnyOrderElementsOf(verdicts("one"))
                .anyMatch(verdict -> verdict.startsWith("MIS-1 ") && verdict.contains(" BROKEN "))
                .anyMatch(verdict -> verdict.startsWith("RPL-1 ") && verdict.contains(" HELD "));
        assertThat(merged.code()).as(merged.said()).isEqualTo(one.code()).isEqualTo(1);

        Files.move(folder.resolve("shards/2"), folder.resolve("elsewhere"));
        Ran half = Ran.of("merge", in("shards"), "--out", in("half"));
        assertThat(half.said()).contains("shard 2 of 2 is missing", "gate: failed");
        assertThat(half.code()).isEqualTo(1);
    }

    @Test
    void an_unknown_clause_defect_or_option_is_reported() throws Exception {
        assertThat(Ran.of("verify", "--clauses", "RPL-99").said()).contains("RPL-99", "did you mean");
        Ran defect = Ran.of("verify", "--defect", "chek-then-act", "--out", in("r"));
        assertThat(defect.code()).isEqualTo(2);
        assertThat(defect.said())
                .contains("--defect: there is no defect 'chek-then-act'; did you mean 'check-then-act'?")
                .doesNotContain("judging", "\tat ");
        assertThat(Ran.of("verify", "--tarket", "x").code()).isEqualTo(2);
        Ran system = Ran.of("verify", "--system", "payhouse");
        assertThat(system.code()).isEqualTo(2);
        assertThat(system.said()).contains("«payhouse»", "playbook").doesNotContain("\tat ");
        Ran times = Ran.of("repeat", "--times", "0");
        assertThat(times.code()).isEqualTo(2);
        assertThat(times.said()).doesNotContain("\tat ");
    }

    private List<String> verdicts(String report) throws IOException {
        return VerdictFile.in(folder.resolve(report)).scenarios();
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }
}
