package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar as a user runs it. */
class CommandLineIT {
    private static final long LIMIT_SECONDS = 60;

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
    void list_names_the_chosen_clauses_and_judges_nothing() throws Exception {
        Ended ended = samekey("verify", "--list", "--clauses", "CON,RPL-1");
        assertThat(ended.code()).isZero();
        assertThat(ended.said()).contains("CON-1", "CON-7", "RPL-1").doesNotContain("RPL-2", "judging");
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
                .isDirectoryContaining("glob:**allure-results");
    }

    @Test
    void a_defect_ends_with_exit_code_1_and_a_curl_line() throws Exception {
        Ended ended = samekey(
                "verify",
                "--defect",
                "mismatch-replays",
                "--clauses",
                "MIS-1",
                "--out",
                folder.resolve("report").toString());
        assertThat(ended.code()).isEqualTo(1);
        assertThat(ended.said())
                .contains(
                        "MIS-1 Another payload under the key is refused is broken", "expected:", "came:", "curl -gsS");
    }

    @Test
    void a_wrong_target_file_is_told_with_its_line() throws Exception {
        Path file = Files.writeString(
                folder.resolve("bad.yaml"), "name: x\nurls: [http://127.0.0.1:1]\ncontract: playbok\noperations: {}\n");
        Ended ended = samekey("verify", "--target", file.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("bad.yaml:4: operations").doesNotContain("\tat ");
    }

    @Test
    void a_target_that_is_down_is_told() throws Exception {
        Ended ended = samekey(
                "verify",
                "--target",
                target(freePort()).toString(),
                "--out",
                folder.resolve("r").toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("connection refused").doesNotContain("\tat ");
    }

    @Test
    void an_unknown_clause_defect_or_option_is_told() throws Exception {
        assertThat(samekey("verify", "--clauses", "RPL-99").said()).contains("RPL-99", "did you mean");
        Ended defect = samekey(
                "verify",
                "--defect",
                "chek-then-act",
                "--out",
                folder.resolve("r").toString());
        assertThat(defect.code()).isEqualTo(2);
        assertThat(defect.said()).contains("check-then-act").doesNotContain("\tat ");
        assertThat(samekey("verify", "--tarket", "x").code()).isEqualTo(2);
        Ended system = samekey("verify", "--system", "payhouse");
        assertThat(system.code()).isEqualTo(2);
        assertThat(system.said()).contains("«payhouse»", "playbook").doesNotContain("\tat ");
        Ended times = samekey("repeat", "--times", "0");
        assertThat(times.code()).isEqualTo(2);
        assertThat(times.said()).doesNotContain("\tat ");
    }

    private Path target(int port) throws IOException {
        return Files.writeString(folder.resolve("target.yaml"), """
                name: nobody
                urls: ["http://127.0.0.1:%d"]
                writes: allowed
                contract: playbook
                operations:
                  pay: {role: create, request: {method: POST, path: /pay, body: {amount: 1}}}
                """.formatted(port));
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        }
    }

    private Ended samekey(String... arguments) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                System.getProperty("samekey.jar")));
        command.addAll(List.of(arguments));
        Path said = Files.createTempFile(folder, "said", ".txt");
        Process process = new ProcessBuilder(command)
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .redirectOutput(said.toFile())
                .start();
        if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        return new Ended(process.waitFor(), Files.readString(said, StandardCharsets.UTF_8));
    }
}
