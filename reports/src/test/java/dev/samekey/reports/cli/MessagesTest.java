package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.reports.EmptyServer;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the commands say where nothing is judged, or what cannot be. */
class MessagesTest {
    @TempDir
    private Path folder = Path.of("");

    private String report = "";

    @BeforeEach
    void nameReport() {
        report = folder.resolve("report").toString();
    }

    @Test
    void list_names_the_chosen_clauses_and_judges_nothing() throws Exception {
        Ran ended = Ran.of("verify", "--list", "--clauses", "CON,RPL-1");
        assertThat(ended.code()).isZero();
        assertThat(ended.said()).contains("CON-1", "CON-7", "RPL-1").doesNotContain("RPL-2", "judging");
    }

    @Test
    void the_plan_of_a_client_says_how_long_it_takes_and_starts_nothing() throws Exception {
        Ran ended = Ran.of("client", "--command", "no-such-program", "--plan", "--out", report);
        assertThat(ended.said()).contains("scenarios, 6 at once", "nothing was started, and nothing was sent");
        assertThat(ended.code()).isZero();
        assertThat(Path.of(report)).doesNotExist();
    }

    @Test
    void a_client_that_cannot_be_started_ends_with_exit_code_2() throws Exception {
        Ran ended = Ran.of("client", "--command", "no-such-program", "--clauses", "CLI-1", "--out", report);
        assertThat(ended.said()).contains("the client cannot be started", "no-such-program");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void a_log_of_a_client_is_judged_and_a_hole_in_it_is_named() throws Exception {
        Path log = Files.writeString(
                folder.resolve("retries.csv"), "attempt,delay_ms,status,code\n1,0,400,VALIDATION.member\n2,150,201,\n");
        Ran broken = Ran.of("client", "--log", log.toString(), "--clauses", "CLI-5", "--out", report);
        assertThat(broken.said()).contains("CLI-5   MUST   BROKEN", "Line 3 of retries.csv");
        assertThat(broken.code()).isEqualTo(1);

        Files.writeString(log, "attempt,delay_ms,status\n1,0,503\n3,150,201\n");
        Ran hole = Ran.of("client", "--log", log.toString(), "--out", report);
        assertThat(hole.said()).contains("retries.csv:3", "is 3, and 2 is next");
        assertThat(hole.code()).isEqualTo(2);
    }

    @Test
    void a_wrong_target_file_is_reported_with_its_line() throws Exception {
        Path file = Files.writeString(
                folder.resolve("bad.yaml"), "name: x\nurls: [http://127.0.0.1:1]\ncontract: playbok\noperations: {}\n");
        Ran ended = Ran.of("verify", "--target", file.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("bad.yaml:4: operations").doesNotContain("\tat ");
    }

    @Test
    void a_target_that_is_down_is_reported() throws Exception {
        Ran ended = Ran.of("verify", "--target", target(Ports.free()).toString(), "--out", report);
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("connection refused").doesNotContain("\tat ");
    }

    @Test
    void help_of_discover_explains_how_sure_a_finding_is() throws Exception {
        Ran ended = Ran.of("discover", "--help");
        assertThat(ended.code()).isZero();
        assertThat(ended.said())
                .contains(
                        "--target",
                        "--out",
                        "--force",
                        "sure",
                        "likely",
                        "open",
                        "not seen",
                        "--accept-warnings",
                        "Exit code 0");
    }

    @Test
    void a_target_that_is_down_is_not_discovered_and_nothing_is_written() throws Exception {
        Ran ended = Ran.of("discover", "--target", target(Ports.free()).toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("connection refused").doesNotContain("\tat ");
        assertThat(folder.resolve("target-contract.yaml")).doesNotExist();
    }

    @Test
    void a_contract_that_is_there_is_not_discovered_over() throws Exception {
        Path mine = Files.writeString(folder.resolve("target-contract.yaml"), "contract: mine\n");
        Ran ended = Ran.of("discover", "--target", target(Ports.free()).toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("--force").doesNotContain("asking", "\tat ");
        assertThat(mine).content().isEqualTo("contract: mine\n");
    }

    @Test
    void a_curl_line_is_judged_and_leaves_a_target_file_without_its_secret() throws Exception {
        try (EmptyServer server = EmptyServer.start(EmptyServer.Kind.REFUSER)) {
            Ran ended = Ran.of(
                    "try",
                    "--yes",
                    "--out",
                    folder.resolve("tried.yaml").toString(),
                    "--report",
                    report,
                    "--",
                    "curl",
                    server.url() + "/payments",
                    "-H",
                    "Authorization: Bearer s3cr3t-token",
                    "-d",
                    "{\"amount\": 1000, \"reference\": \"order-1\"}");
            assertThat(ended.said())
                    .contains("Samekey will send this to " + server.url(), "$API_TOKEN", "CON-1", "export API_TOKEN=")
                    .doesNotContain("s3cr3t-token", "\tat ");
            assertThat(ended.code()).isBetween(0, 1);
        }
        assertThat(folder.resolve("tried.yaml"))
                .content()
                .contains("${env:API_TOKEN}", "/payments?reference=${unique}", "replay:")
                .doesNotContain("s3cr3t-token");
        assertThat(folder.resolve("report/verdict.json")).content().doesNotContain("s3cr3t-token");
    }

    @Test
    void a_plan_names_what_would_be_sent_and_sends_nothing() throws Exception {
        Ran ended = Ran.of("verify", "--plan", "--target", target(Ports.free()).toString());
        assertThat(ended.said())
                .contains(
                        "CON-1", "pay: about", "POST /pay", "cleaned up by DELETE /pay/${pay.id}", "Nothing was sent");
        assertThat(ended.code()).isZero();
    }

    @Test
    void a_draft_writes_nothing_before_a_person_says_so_and_is_not_drafted_over() throws Exception {
        Path document = Files.writeString(folder.resolve("api.yaml"), """
                openapi: 3.0.3
                info: {title: Shop, version: "1"}
                servers: [{url: "http://127.0.0.1:%d"}]
                paths:
                  /orders:
                    post:
                      parameters: [{in: header, name: Idempotency-Key, schema: {type: string}}]
                      requestBody: {content: {application/json: {example: {amount: 5, reference: abc}}}}
                      responses: {"201": {description: done}}
                """.formatted(Ports.free()));
        String draft = folder.resolve("draft.yaml").toString();
        String[] init = {"init", "--openapi", document.toString(), "--out", draft};
        assertThat(Ran.of(init).code()).isZero();
        String drafted = Files.readString(Path.of(draft));
        assertThat(drafted)
                .startsWith("# yaml-language-server: $schema=.samekey/target.schema.json\n")
                .contains("\n# writes: allowed", "role: create   # guess");
        for (String schema : List.of("target.schema.json", "dialect.schema.json")) {
            assertThat(folder.resolve(".samekey").resolve(schema))
                    .hasSameTextualContentAs(Path.of("../features/contract").resolve(schema));
        }

        Files.writeString(Path.of(draft), drafted + "# mine\n");
        Ran again = Ran.of(init);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.said()).contains("--force").doesNotContain("\tat ");
        assertThat(Path.of(draft)).content().endsWith("# mine\n");

        Ran checked = Ran.of("check", "--target", draft);
        assertThat(checked.code()).isEqualTo(2);
        assertThat(checked.said()).contains("openapi", "connection refused").doesNotContain("\tat ");
    }

    private Path target(int port) throws IOException {
        return Files.writeString(folder.resolve("target.yaml"), """
                name: nobody
                urls: ["http://127.0.0.1:%d"]
                writes: allowed
                contract: playbook
                operations:
                  pay: {role: create, request: {method: POST, path: /pay, body: {amount: 1}}, id: /id,
                    cleanup: {method: DELETE, path: "/pay/${pay.id}"}}
                """.formatted(port));
    }
}
