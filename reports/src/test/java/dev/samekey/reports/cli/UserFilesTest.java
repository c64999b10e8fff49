package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.testing.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** No command changes a file of the user's that nobody asked it to change. */
class UserFilesTest {
    private static final String TARGET = """
            name: nobody
            urls: ["http://127.0.0.1:%d"]
            contract: playbook
            operations: {pay: {role: create, request: {method: POST, path: /pay}}}
            """;

    private static final String LIFECYCLE = "lifecycle: {start: [no-such-command], ready: /}\n";

    @TempDir
    private Path folder = Path.of("");

    private Path target = Path.of("");
    private Path mine = Path.of("");
    private final StringWriter said = new StringWriter();

    @BeforeEach
    void lay() throws IOException {
        target = Files.writeString(folder.resolve("target.yaml"), TARGET.formatted(Ports.free()));
        mine = Files.createDirectory(folder.resolve("mine"));
        Files.writeString(mine.resolve("target.log"), "mine");
        Files.writeString(Files.createDirectory(mine.resolve("evidence")).resolve("a.txt"), "mine");
    }

    @Test
    void a_folder_of_the_users_is_refused_before_anything_is_sent() throws IOException {
        Files.writeString(target, Files.readString(target) + LIFECYCLE);
        for (String[] command : new String[][] {
            {"verify", "--target", target.toString()}, {"check", "--target", target.toString()}, {"verify"}, {"repeat"}
        }) {
            assertThat(run(command, "--out", mine.toString())).isEqualTo(2);
            assertThat(said.toString())
                    .startsWith("samekey: the folder " + mine
                            + " holds files and no report of Samekey (evidence, target.log)")
                    .hasLineCount(1);
        }
        assertThat(mine).isDirectoryNotContaining("glob:**.samekey-report");
        assertThat(mine.resolve("target.log")).hasContent("mine");
        assertThat(mine.resolve("evidence/a.txt")).hasContent("mine");
    }

    @Test
    void a_file_that_has_no_folder_is_refused_before_anything_is_sent() throws IOException {
        Files.writeString(target, Files.readString(target) + "writes: allowed\n");
        String[] discover = {"discover", "--target", target.toString()};

        assertThat(run(discover, "--out", folder.resolve("none/contract.yaml").toString()))
                .isEqualTo(2);
        assertThat(said.toString())
                .contains("there is no folder " + folder.resolve("none"))
                .hasLineCount(1);

        assertThat(run(discover, "--out", folder.resolve("contract.yaml").toString()))
                .isEqualTo(2);
        assertThat(said.toString()).contains("connection refused");
    }

    @Test
    void a_target_that_cannot_be_judged_leaves_the_old_report() throws IOException {
        OutFolder.claim(folder.resolve("report")).close();
        Path old = Files.writeString(folder.resolve("report/verdict.json"), "old");
        Path log = Files.writeString(folder.resolve("report/target.log"), "old");

        assertThat(run(
                        new String[] {"verify", "--target", target.toString()},
                        "--out",
                        folder.resolve("report").toString()))
                .isEqualTo(2);

        assertThat(said.toString()).contains("connection refused");
        assertThat(old).hasContent("old");
        assertThat(log).hasContent("old");
    }

    @Test
    void check_makes_a_folder_only_for_a_target_that_it_starts() {
        Path out = folder.resolve("report");
        assertThat(run(new String[] {"check", "--target", target.toString()}, "--out", out.toString()))
                .isEqualTo(2);
        assertThat(out).doesNotExist();
    }

    @Test
    void a_schema_of_the_users_is_not_drafted_over() throws IOException {
        Path api = Files.writeString(folder.resolve("api.yaml"), """
                openapi: 3.0.3
                info: {title: Shop, version: "1"}
                servers: [{url: "http://127.0.0.1:1"}]
                paths: {/orders: {post: {responses: {"201": {description: done}}}}}
                """);
        Path schema = folder.resolve(".samekey/target.schema.json");
        Files.createDirectory(folder.resolve(".samekey"));
        Files.writeString(schema, "{}");
        String[] init = {"init", "--openapi", api.toString()};
        String out = folder.resolve("draft.yaml").toString();

        assertThat(run(init, "--out", out)).isEqualTo(2);
        assertThat(said.toString()).contains("target.schema.json is there already", "--force");
        assertThat(schema).hasContent("{}");
        assertThat(Path.of(out)).doesNotExist();

        assertThat(run(init, "--out", out, "--force")).isZero();
        assertThat(schema).content().contains("Samekey target file");
        assertThat(run(init, "--out", out + "2"))
                .as("a schema of Samekey is replaced")
                .isZero();
    }

    @Test
    void what_sends_nothing_needs_no_secret_and_names_what_a_run_needs() throws IOException {
        Path secret = Files.writeString(folder.resolve("acme.yaml"), """
                name: Acme
                urls: ["${env:NO_SUCH_SCHEME}://${env:NO_SUCH_HOST}:${env:NO_SUCH_PORT}"]
                contract: playbook
                principals: {alice: {headers: {Authorization: "Bearer ${env:NO_SUCH_TOKEN}"}}}
                operations:
                  note: {role: create, request: {method: POST, path: /notes, body: {text: "${unique}"}}}
                """);
        String[] of = {"--target", secret.toString()};
        String cases = folder.resolve("cases").toString();

        assertThat(run(new String[] {"design", "--out", cases}, of)).isZero();
        assertThat(said.toString()).contains("before a run:", "export NO_SUCH_TOKEN=...", "nothing was sent");
        assertThat(Path.of(cases, "cases.csv")).content().doesNotContain("of-NO_SUCH_TOKEN");
        assertThat(run(new String[] {"verify", "--plan"}, of)).isZero();
        assertThat(said.toString()).contains("export NO_SUCH_HOST=...");
        assertThat(run(new String[] {"check"}, of)).isEqualTo(2);
        assertThat(said.toString())
                .contains(
                        "it can be read: 1 operation at",
                        "NO     variable NO_SUCH_TOKEN",
                        "nothing was sent: 4 variables");
        assertThat(run(new String[] {"verify"}, of)).isEqualTo(2);
        assertThat(said.toString()).contains("NO_SUCH_SCHEME is not set");
    }

    @Test
    void a_system_of_the_bundled_server_is_not_that_of_a_target_file() throws IOException {
        Path target = Files.writeString(folder.resolve("acme.yaml"), """
                name: Acme
                urls: ["http://127.0.0.1:1"]
                contract: playbook
                operations:
                  note: {role: create, request: {method: POST, path: /notes, body: {text: "${unique}"}}}
                """);
        String[] verify = {"verify", "--target", target.toString()};

        assertThat(run(
                        verify,
                        "--system",
                        "charges",
                        "--out",
                        folder.resolve("out").toString()))
                .isEqualTo(2);
        assertThat(said.toString()).contains("--system is for the bundled server");
    }

    private int run(String[] command, String... more) {
        said.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(said, true);
        CommandLine main = Main.commandLine().setOut(writer).setErr(writer);
        String[] all = new String[command.length + more.length];
        System.arraycopy(command, 0, all, 0, command.length);
        System.arraycopy(more, 0, all, command.length, more.length);
        return main.execute(all);
    }
}
