package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class VerifyCommandTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void only_what_failed_is_judged_again() throws IOException {
        assertThat(judgedAgain("RPL-1")).contains("RPL-1").doesNotContain("RPL-2");
    }

    @Test
    void all_that_was_chosen_is_judged_again_where_other_requests_disturbed_one_of_it() throws IOException {
        assertThat(judgedAgain("CON-12")).contains("RPL-1", "RPL-2").doesNotContain("CON-12");
    }

    /** The clauses that would be judged, of two, after a run in which one was broken. */
    private String judgedAgain(String broken) throws IOException {
        Files.writeString(folder.resolve("verdict.json"), """
                {"verdict": "BROKEN", "exit_code": 1, "gate": {"findings": []},
                 "clauses": [{"id": "%s", "verdict": "BROKEN"}]}
                """.formatted(broken));
        StringWriter said = new StringWriter();
        Main.commandLine()
                .setOut(new PrintWriter(said))
                .execute("verify", "--clauses", "RPL-1,RPL-2", "--only-failed", "--list", "--out", folder.toString());
        return said.toString();
    }
}
