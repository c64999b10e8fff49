package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The jar as a user runs it. */
@Execution(ExecutionMode.CONCURRENT)
class CommandLineIT {
    private static final long LIMIT_SECONDS = 180;

    @TempDir
    private Path folder = Path.of("");

    private record Ended(int code, String said) {}

    @Test
    void help_explains_the_options_and_exit_codes() throws Exception {
        Ended ended = samekey("verify", "--help");
        assertThat(ended.code()).isZero();
        assertThat(ended.said()).contains("--target", "--defect", "--out", "--clauses", "--list", "Exit code 0");
    }

    @Test
    void a_chosen_clause_of_the_bundled_server_is_judged() throws Exception {
        Ended ended = samekey(
                "verify",
                "--clauses",
                "RPL-1",
                "--out",
                folder.resolve("report").toString());
        assertThat(ended.said()).contains("RPL-1   MUST   HELD").doesNotContain("RPL-2");
        assertThat(ended.code()).isZero();
        assertThat(folder.resolve("report"))
                .isDirectoryContaining("glob:**verdict.json")
                .isDirectoryContaining("glob:**contract-matrix.html")
                .isDirectoryContaining("glob:**contract-matrix.md")
                .isDirectoryContaining("glob:**junit.xml")
                .isDirectoryContaining("glob:**evidence.zip")
                .isDirectoryNotContaining("glob:**allure-results");
        VerdictFile.in(folder.resolve("report")).mustKeepItsSchema();
    }

    @Test
    void a_recorded_session_becomes_a_target_file_that_is_found_by_itself() throws Exception {
        Files.writeString(folder.resolve("session.har"), """
                {"log": {"entries": [
                  {"request": {"method": "POST", "url": "http://127.0.0.1:%d/orders",
                    "headers": [{"name": "Authorization", "value": "Bearer tok-1234567"}, {"name": "Idempotency-Key", "value": "k"}],
                    "postData": {"mimeType": "application/json", "text": "{\\"amount\\": 5, \\"reference\\": \\"abc\\"}"}},
                   "response": {"status": 201, "content": {"text": "{\\"id\\": 7}"}}},
                  {"request": {"method": "POST", "url": "http://127.0.0.1:1/login"}, "response": {"status": 200}}]}}
                """.formatted(Ports.free()));

        Ended drafted = samekey("init", "--har", "session.har");
        assertThat(drafted.code()).isZero();
        assertThat(drafted.said())
                .contains("wrote samekey.yaml", "order                POST /orders")
                .contains("entry 2, POST /login: looks like a way to sign in")
                .contains("set these variables of the environment: API_TOKEN");
        assertThat(folder.resolve("samekey.yaml"))
                .content()
                .contains("${env:API_TOKEN}")
                .doesNotContain("tok-1234567");
        assertThat(samekey("init", "--har", "session.har").said()).contains("samekey.yaml is there already");
        assertThat(samekey("check").said()).contains("variable API_TOKEN", "export API_TOKEN=...", "nothing was sent");

        Files.writeString(folder.resolve("session.har"), "{\n\"log\":");
        Ended malformed = samekey("init", "--har", "session.har", "--force");
        assertThat(malformed.code()).isEqualTo(2);
        assertThat(malformed.said()).contains("session.har:2: is no JSON", "Export the recording again");
    }

    @Test
    void a_curl_line_is_not_sent_before_a_person_says_so() throws Exception {
        Ended ended =
                samekey("try", "--out", folder.resolve("t.yaml").toString(), "curl", "localhost:1/a", "-d", "a=1");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("add --yes if it is meant").doesNotContain("connection refused");
        assertThat(folder.resolve("t.yaml")).doesNotExist();
    }

    /** Nothing can be sent but what a pipeline sends: SIGTERM, to the harness alone. */
    @Test
    void a_run_that_is_ended_reports_what_it_saw_and_ends_what_it_has_started() throws Exception {
        Path report = folder.resolve("report");
        Path said = folder.resolve("said.txt");
        Process process = start(said, "verify", "--clauses", "KEY,RPL,STO", "--out", report.toString());
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        Path log = report.resolve("reference-server.log");
        // A run that has sent nothing would report nothing.
        while (!(Files.exists(log) && Files.readString(log).contains("idempotency_key")) && System.nanoTime() < end) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
        List<ProcessHandle> started = process.descendants().toList();
        assertThat(started).hasSizeGreaterThan(1);
        process.destroy();
        assertThat(process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();

        assertThat(process.exitValue()).isNotZero();
        assertThat(Files.readString(said))
                .contains("ending: ", "gate: failed", "the run was ended before all was judged", "reports: ");
        assertThat(new ObjectMapper()
                        .readTree(report.resolve("verdict.json").toFile())
                        .at("/gate/passed")
                        .asBoolean(true))
                .isFalse();
        // The database ends when its last user has gone.
        for (ProcessHandle one : started) {
            one.onExit().get(LIMIT_SECONDS, TimeUnit.SECONDS);
        }
    }

    private Ended samekey(String... arguments) throws IOException, InterruptedException {
        Path said = Files.createTempFile(folder, "said", ".txt");
        Process process = start(said, arguments);
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), Files.readString(said, StandardCharsets.UTF_8));
    }

    private Process start(Path said, String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                // A start of seconds is mostly compiling otherwise.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-jar",
                System.getProperty("samekey.jar")));
        command.addAll(List.of(arguments));
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        // Nobody answers a question.
        process.getOutputStream().close();
        return process;
    }
}
