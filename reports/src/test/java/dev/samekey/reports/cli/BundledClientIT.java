package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on the bundled client, by a clause that no delay decides. */
class BundledClientIT {
    /** The clause of one scenario: each is a start of Java. */
    private static final String CLAUSE = "CLI-13";

    private static final String DEFECT = "redirect-is-success";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void a_client_is_judged_and_a_defect_of_it_ends_with_exit_code_1() throws Exception {
        String out = in("report");
        Ran clean = Ran.of("client", "--clauses", CLAUSE, "--out", out);
        assertThat(clean.said()).contains("with a client that keeps the contract about", CLAUSE + "  MUST   HELD");
        VerdictFile.in(folder.resolve("report")).mustKeepItsSchema();
        assertThat(clean.code()).isZero();

        Ran defect = Ran.of("client", "--defect", DEFECT, "--clauses", CLAUSE, "--out", out);
        assertThat(defect.said()).contains(CLAUSE + "  MUST   BROKEN", "expected", "got");
        assertThat(defect.code()).isEqualTo(1);
    }

    @Test
    void a_client_is_judged_many_times_and_its_verdicts_are_counted() throws Exception {
        Ran defect = Ran.of(
                "repeat", "--client", "--times", "2", "--defect", DEFECT, "--clauses", CLAUSE, "--out", in("twice"));
        assertThat(defect.said()).contains(CLAUSE + ": {BROKEN=2}", "all 2 runs have the same verdicts");
        assertThat(defect.code()).isZero();

        assertThat(Ran.of("repeat", "--client", "--system", "charges").said())
                .contains("--system and --features are for servers");
    }

    private String in(String name) {
        return folder.resolve(name).toString();
    }
}
