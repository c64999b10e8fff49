package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.junit.SmallApi;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VerifyCommandTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void only_what_failed_is_judged_again() throws IOException {
        assertThat(judgedAgain("RPL-1", "RPL-1,RPL-2")).contains("RPL-1").doesNotContain("RPL-2");
    }

    @Test
    void all_that_was_chosen_is_judged_again_where_other_requests_disturbed_one_of_it() throws IOException {
        assertThat(judgedAgain("CON-12", "RPL-1,RPL-2"))
                .contains("RPL-1", "RPL-2")
                .doesNotContain("CON-12");
    }

    @Test
    void all_that_was_chosen_is_judged_again_where_a_derived_clause_of_it_was_broken() throws IOException {
        for (String derived : List.of("CON-12", "REV-1")) {
            assertThat(judgedAgain(derived, "RPL-1,RPL-2," + derived)).contains("RPL-1", "RPL-2", derived);
        }
    }

    @Test
    void only_a_run_of_all_operations_says_that_a_known_break_is_gone() throws IOException {
        Path known = Files.writeString(
                folder.resolve("known.yaml"),
                "known_breaks: [{clause: RPL-2, reason: it is old, since: 2026-01-02}]\n");
        try (SmallApi api = new SmallApi(true)) {
            assertThat(judged(api, "--baseline", known.toString())).isEqualTo(1);
            assertThat(judged(api, "--baseline", known.toString(), "--operation", "payment"))
                    .isZero();
            assertThat(judged(api, "--baseline", known.toString(), "--scenario", "body of the first"))
                    .isZero();
        }
    }

    @Test
    void what_failed_is_judged_again_and_again_and_never_by_a_report_of_less() {
        try (SmallApi api = new SmallApi(false)) {
            String[] both = {"--clauses", "RPL-2,TTL-4", "--only-failed"};
            assertThat(judged(api, "--clauses", "TTL-4")).isEqualTo(1);
            assertThat(judged(api, both)).isEqualTo(1);
            assertThat(judged(api, both)).as("after a run of RPL-2 alone").isEqualTo(1);
            assertThat(judged(api, "--scenario", "body of the first")).isEqualTo(1);
            assertThat(judged(api, both)).as("after a run of one scenario").isEqualTo(2);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"3", "0s", "abc", "-3m", ""})
    void a_wrong_time_is_an_error_before_anything_is_sent(String time) {
        assertThat(refusal("--within", time))
                .isEqualTo("samekey: --within: «" + time + "» is no time to judge in: write it as 90s, 3m or 1h");
    }

    @Test
    void a_time_is_for_a_whole_run_with_what_is_usual() {
        assertThat(refusal("--within", "3m", "--shard", "1/2")).startsWith("samekey: --within is for a whole run");
        assertThat(refusal("--within", "3m", "--strength", "2")).startsWith("samekey: --within is for what is usual");
        assertThat(refusal("--within", "3m", "--plan"))
                .startsWith("samekey: --within is for a run, and --plan sends nothing");
    }

    /** Nobody listens where the target would be. */
    private String refusal(String... more) {
        StringWriter said = new StringWriter();
        List<String> arguments =
                new ArrayList<>(List.of("verify", "--target", "src/test/resources/junit/api.yaml", "--url"));
        arguments.add("http://127.0.0.1:1");
        arguments.addAll(List.of(more));
        int code = Main.commandLine()
                .setOut(new PrintWriter(new StringWriter()))
                .setErr(new PrintWriter(said))
                .execute(arguments.toArray(String[]::new));
        assertThat(code).isEqualTo(2);
        return said.toString().strip();
    }

    private int judged(SmallApi api, String... more) {
        List<String> arguments = new ArrayList<>(List.of(
                "verify",
                "--target",
                "src/test/resources/junit/api.yaml",
                "--url",
                api.url(),
                "--clauses",
                "RPL-2",
                "--out",
                folder.resolve("report").toString()));
        arguments.addAll(List.of(more));
        return Main.commandLine().setOut(new PrintWriter(new StringWriter())).execute(arguments.toArray(String[]::new));
    }

    /** The clauses that would be judged, of those chosen, after a run in which one was broken. */
    private String judgedAgain(String broken, String chosen) throws IOException {
        Files.writeString(folder.resolve("verdict.json"), """
                {"verdict": "BROKEN", "exit_code": 1, "gate": {"findings": []},
                 "clauses": [{"id": "%s", "verdict": "BROKEN"}],
                 "narrowed": {"settled": ["CON-12", "REV-1", "RPL-1", "RPL-2"]}}
                """.formatted(broken));
        StringWriter said = new StringWriter();
        Main.commandLine()
                .setOut(new PrintWriter(said))
                .execute("verify", "--clauses", chosen, "--only-failed", "--list", "--out", folder.toString());
        return said.toString();
    }
}
