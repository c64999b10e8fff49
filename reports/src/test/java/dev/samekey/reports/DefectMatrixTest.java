package dev.samekey.reports;

import static dev.samekey.reports.Samples.scenario;
import static dev.samekey.reports.Samples.verdict;
import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.ProofIT.Defect;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DefectMatrixTest {
    private static final Set<String> CLAUSES = Set.of("RPL-1", "CON-10");

    private final Defect old = new Defect("old", "RPL-1", "", "An old one.", false, "");
    private final Defect young = new Defect("younger", "CON-10", "", "A younger one.", false, "");

    @Test
    void what_is_not_judged_again_keeps_its_row(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("defect-matrix.md");
        DefectMatrix.empty()
                .with(Map.of(
                        old,
                        verdict(
                                CLAUSES,
                                scenario("RPL-1", "payment", Verdict.BROKEN),
                                scenario("CON-10", "payment", Verdict.INCONCLUSIVE))))
                .write(List.of(old), CLAUSES, file);

        DefectMatrix.of(file)
                .with(Map.of(
                        young,
                        verdict(
                                CLAUSES,
                                scenario("RPL-1", "payment", Verdict.BROKEN),
                                scenario("CON-10", "payment", Verdict.BROKEN))))
                .write(List.of(old, young), CLAUSES, file);

        assertThat(Files.readAllLines(file))
                .contains("old     ✗ ?", "younger x ✗", "| `younger` | CON-10 | A younger one. |")
                .contains(
                        "1 clauses broke with a defect of another clause. 1 of them (100 %) do not say in consequence of"
                                + " which.");
    }

    @Test
    void a_defect_that_was_never_judged_has_an_empty_row(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("defect-matrix.md");
        DefectMatrix.empty().write(List.of(old), CLAUSES, file);

        assertThat(Files.readAllLines(file)).contains("old");
    }
}
