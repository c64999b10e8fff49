package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** What is shipped of the matrix is made of docs/defect-matrix.md; where they differ, the right one is in the folder target. */
class DefectPatternsTest {
    @Test
    void the_shipped_patterns_are_those_of_the_matrix() throws IOException {
        String right = DefectMatrix.of(Path.of("../docs/defect-matrix.md")).patterns();
        Files.writeString(Path.of("target/defect-patterns.csv"), right);

        assertThat(Path.of("../features/contract/defect-patterns.csv"))
                .as("copy reports/target/defect-patterns.csv to features/contract")
                .hasContent(right);
    }
}
