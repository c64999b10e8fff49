package dev.samekey.reports.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** docs/diagnosis.md is made by leaving each shipped defect out; where they differ, the right one is in the folder target. */
class DiagnosisDocTest {
    @Test
    void the_page_says_how_often_the_cause_of_a_defect_that_is_left_out_is_found() throws IOException {
        String right = LeaveOneOut.shipped().page();
        Files.writeString(Path.of("target/diagnosis.md"), right);

        assertThat(Path.of("../docs/diagnosis.md"))
                .as("copy reports/target/diagnosis.md to docs")
                .hasContent(right);
    }

    @Test
    void the_right_cause_is_first_for_four_in_five_and_among_three_for_nineteen_in_twenty() {
        LeaveOneOut tried = LeaveOneOut.shipped();

        assertThat(tried.shareWithin(1)).isGreaterThanOrEqualTo(0.8);
        assertThat(tried.shareWithin(3)).isGreaterThanOrEqualTo(0.95);
    }
}
