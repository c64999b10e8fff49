package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
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
                .isDirectoryContaining("glob:**evidence.zip")
                .isDirectoryNotContaining("glob:**allure-results");
        mustKeepTheSchema(folder.resolve("report/verdict.json"));
    }

    private static void mustKeepTheSchema(Path verdict) throws IOException {
        var schema = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
                .getSchema(CommandLineIT.class.getResourceAsStream("/samekey/verdict.schema.json"));
        assertThat(schema.validate(new ObjectMapper().readTree(verdict.toFile())))
                .isEmpty();
    }

    @Test
    void a_defect_ends_with_exit_code_1_and_a_script_that_repeats_it() throws Exception {
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
                        "MIS-1 ",
                        "  clause: Another payload under the key gets what the contract says",
                        "expected:",
                        "actual:",
                        "  repeat: evidence/001-MIS-1-payment/repeat.sh");
        assertThat(folder.resolve("report/evidence/001-MIS-1-payment/repeat.sh"))
                .isExecutable();
        mustKeepTheSchema(folder.resolve("report/verdict.json"));
    }

    @Test
    void a_client_is_judged_and_a_defect_of_it_ends_with_exit_code_1() throws Exception {
        String out = folder.resolve("report").toString();
        Ended clean = samekey("client", "--clauses", "CLI-1", "--out", out);
        assertThat(clean.said()).contains("with a client that keeps the contract about", "CLI-1   MUST   HELD");
        mustKeepTheSchema(folder.resolve("report/verdict.json"));
        assertThat(clean.code()).isZero();

        Ended defect = samekey("client", "--defect", "key-per-attempt", "--clauses", "CLI-1", "--out", out);
        assertThat(defect.said()).contains("CLI-1   MUST   BROKEN", "The key of attempt 2");
        assertThat(defect.code()).isEqualTo(1);
    }

    @Test
    void a_client_is_judged_many_times_and_its_verdicts_are_counted() throws Exception {
        Ended defect = samekey(
                "repeat",
                "--client",
                "--times",
                "2",
                "--defect",
                "retries-400",
                "--clauses",
                "CLI-5",
                "--out",
                "twice");
        assertThat(defect.said()).contains("CLI-5: {BROKEN=2}", "all 2 runs have the same verdicts");
        assertThat(defect.code()).isZero();

        assertThat(samekey("repeat", "--client", "--system", "charges").said())
                .contains("--system and --features are for servers");
    }

    @Test
    void the_plan_of_a_client_says_how_long_it_takes_and_starts_nothing() throws Exception {
        Ended ended = samekey("client", "--command", "no-such-program", "--plan");
        assertThat(ended.said()).contains("scenarios, 6 at once", "nothing was started, and nothing was sent");
        assertThat(ended.code()).isZero();
        assertThat(folder.resolve("samekey-report")).doesNotExist();
    }

    @Test
    void a_client_that_cannot_be_started_ends_with_exit_code_2() throws Exception {
        Ended ended = samekey("client", "--command", "no-such-program", "--clauses", "CLI-1");
        assertThat(ended.said()).contains("the client cannot be started", "no-such-program");
        assertThat(ended.code()).isEqualTo(2);
    }

    @Test
    void a_log_of_a_client_is_judged_and_a_hole_in_it_is_named() throws Exception {
        Path log = Files.writeString(
                folder.resolve("retries.csv"), "attempt,delay_ms,status,code\n1,0,400,VALIDATION.member\n2,150,201,\n");
        Ended broken = samekey("client", "--log", log.toString(), "--clauses", "CLI-5");
        assertThat(broken.said()).contains("CLI-5   MUST   BROKEN", "Line 3 of retries.csv");
        assertThat(broken.code()).isEqualTo(1);

        Files.writeString(log, "attempt,delay_ms,status\n1,0,503\n3,150,201\n");
        Ended hole = samekey("client", "--log", log.toString());
        assertThat(hole.said()).contains("retries.csv:3", "is 3, and 2 is next");
        assertThat(hole.code()).isEqualTo(2);
    }

    @Test
    void a_known_break_ends_with_exit_code_0_and_a_wrong_baseline_with_2() throws Exception {
        Path baseline = Files.writeString(
                folder.resolve("known.yaml"),
                "known_breaks: [{clause: MIS-1, reason: it is old, since: 2026-01-02}]\n");
        String[] arguments = {
            "verify",
            "--defect",
            "mismatch-replays",
            "--clauses",
            "MIS-1",
            "--baseline",
            baseline.toString(),
            "--out",
            folder.resolve("report").toString()
        };
        Ended known = samekey(arguments);
        assertThat(known.said()).contains("known since 2026-01-02: it is old", "gate: passed; known breaks: 1");
        assertThat(known.code()).isZero();

        Files.writeString(baseline, "known_breaks: [{clause: MIS-11, reason: it is old, since: 2026-01-02}]\n");
        Ended wrong = samekey(arguments);
        assertThat(wrong.said()).contains("known.yaml:1: known_breaks.0.clause").doesNotContain("\tat ");
        assertThat(wrong.code()).isEqualTo(2);
    }

    @Test
    void a_wrong_target_file_is_reported_with_its_line() throws Exception {
        Path file = Files.writeString(
                folder.resolve("bad.yaml"), "name: x\nurls: [http://127.0.0.1:1]\ncontract: playbok\noperations: {}\n");
        Ended ended = samekey("verify", "--target", file.toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("bad.yaml:4: operations").doesNotContain("\tat ");
    }

    @Test
    void a_target_that_is_down_is_reported() throws Exception {
        Ended ended = samekey(
                "verify",
                "--target",
                target(Ports.free()).toString(),
                "--out",
                folder.resolve("r").toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("connection refused").doesNotContain("\tat ");
    }

    @Test
    void help_of_discover_explains_how_sure_a_finding_is() throws Exception {
        Ended ended = samekey("discover", "--help");
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
        Ended ended = samekey("discover", "--target", target(Ports.free()).toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("connection refused").doesNotContain("\tat ");
        assertThat(folder.resolve("target-contract.yaml")).doesNotExist();
    }

    @Test
    void a_contract_that_is_there_is_not_discovered_over() throws Exception {
        Path mine = Files.writeString(folder.resolve("target-contract.yaml"), "contract: mine\n");
        Ended ended = samekey("discover", "--target", target(Ports.free()).toString());
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("--force").doesNotContain("asking", "\tat ");
        assertThat(mine).content().isEqualTo("contract: mine\n");
    }

    @Test
    void a_curl_line_is_judged_and_leaves_a_target_file_without_its_secret() throws Exception {
        try (EmptyServer server = EmptyServer.start(EmptyServer.Kind.REFUSER)) {
            Ended ended = samekey(
                    "try",
                    "--yes",
                    "--out",
                    folder.resolve("tried.yaml").toString(),
                    "--report",
                    folder.resolve("report").toString(),
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
    void a_curl_line_is_not_sent_before_a_person_says_so() throws Exception {
        Ended ended =
                samekey("try", "--out", folder.resolve("t.yaml").toString(), "curl", "localhost:1/a", "-d", "a=1");
        assertThat(ended.code()).isEqualTo(2);
        assertThat(ended.said()).contains("add --yes if it is meant").doesNotContain("connection refused");
        assertThat(folder.resolve("t.yaml")).doesNotExist();
    }

    @Test
    void a_plan_names_what_would_be_sent_and_sends_nothing() throws Exception {
        Ended ended =
                samekey("verify", "--plan", "--target", target(Ports.free()).toString());
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
        assertThat(samekey(init).code()).isZero();
        String drafted = Files.readString(Path.of(draft));
        assertThat(drafted)
                .startsWith("# yaml-language-server: $schema=.samekey/target.schema.json\n")
                .contains("\n# writes: allowed", "role: create   # guess");
        for (String schema : List.of("target.schema.json", "dialect.schema.json")) {
            assertThat(folder.resolve(".samekey").resolve(schema))
                    .hasSameTextualContentAs(Path.of("../features/contract").resolve(schema));
        }

        Files.writeString(Path.of(draft), drafted + "# mine\n");
        Ended again = samekey(init);
        assertThat(again.code()).isEqualTo(2);
        assertThat(again.said()).contains("--force").doesNotContain("\tat ");
        assertThat(Path.of(draft)).content().endsWith("# mine\n");

        Ended checked = samekey("check", "--target", draft);
        assertThat(checked.code()).isEqualTo(2);
        assertThat(checked.said()).contains("openapi", "connection refused").doesNotContain("\tat ");
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
    void a_run_that_bails_fails_and_names_its_seed() throws Exception {
        Path report = folder.resolve("report");
        Ended ended = samekey(
                "verify",
                "--defect",
                "mismatch-replays",
                "--clauses",
                "MIS-1,MIS-2",
                "--scenario",
                "payment",
                "--bail",
                "--seed",
                "7",
                "--out",
                report.toString());
        assertThat(ended.code()).as(ended.said()).isEqualTo(1);
        assertThat(ended.said())
                .contains("random choices begin with the seed 7", "the run was ended before all was judged");
        JsonNode verdict =
                new ObjectMapper().readTree(report.resolve("verdict.json").toFile());
        assertThat(verdict.path("seed").asLong()).isEqualTo(7);
        assertThat(verdict.findValuesAsText("operation")).containsOnly("payment");
    }

    @Test
    void an_unknown_clause_defect_or_option_is_reported() throws Exception {
        assertThat(samekey("verify", "--clauses", "RPL-99").said()).contains("RPL-99", "did you mean");
        Ended defect = samekey(
                "verify",
                "--defect",
                "chek-then-act",
                "--out",
                folder.resolve("r").toString());
        assertThat(defect.code()).isEqualTo(2);
        assertThat(defect.said())
                .contains("--defect: there is no defect 'chek-then-act'; did you mean 'check-then-act'?")
                .doesNotContain("judging", "\tat ");
        assertThat(samekey("verify", "--tarket", "x").code()).isEqualTo(2);
        Ended system = samekey("verify", "--system", "payhouse");
        assertThat(system.code()).isEqualTo(2);
        assertThat(system.said()).contains("«payhouse»", "playbook").doesNotContain("\tat ");
        Ended times = samekey("repeat", "--times", "0");
        assertThat(times.code()).isEqualTo(2);
        assertThat(times.said()).doesNotContain("\tat ");
    }

    @Test
    void the_cases_of_a_design_are_judged_as_the_shipped_scenarios_and_so_are_those_of_a_team() throws Exception {
        String clauses = "KEY-1,RPL-1,RPL-2,MIS-1";
        assertThat(samekey("design", "--out", "cases").code()).isZero();
        Files.delete(folder.resolve("cases/features/key.feature"));
        Files.writeString(folder.resolve("cases/features/ours.feature"), """
                Feature: Ours

                  @MIS-1
                  Scenario: Nobody pays two amounts under one key
                    Given a completed payment
                    When the request is sent again with another payload
                    Then the request is refused for a payload mismatch
                """);

        Ended shipped = samekey("verify", "--clauses", clauses, "--out", "shipped");
        Ended ours = samekey("verify", "--clauses", clauses.substring(6), "--features", "cases", "--out", "ours");
        assertThat(ours.code()).as(ours.said()).isEqualTo(shipped.code()).isZero();
        assertThat(ours.said()).contains("by the scenarios of the folder cases", "not judged", "KEY-1");
        List<String> expected = new ArrayList<>(verdicts("shipped"));
        expected.removeIf(verdict -> verdict.startsWith("KEY-1 "));
        expected.add("MIS-1 Nobody pays two amounts under one key HELD ours.feature");
        assertThat(verdicts("ours")).hasSizeGreaterThan(5).containsExactlyInAnyOrderElementsOf(expected);

        Ended broken = samekey(
                "verify",
                "--features",
                "cases",
                "--scenario",
                "ours.feature:4",
                "--defect",
                "mismatch-replays",
                "--clauses",
                "MIS-1",
                "--out",
                "broken");
        assertThat(broken.code()).as(broken.said()).isEqualTo(1);
        assertThat(broken.said()).contains("MIS-1   MUST   BROKEN", "scenario: Nobody pays two amounts under one key");
        assertThat(verdicts("broken"))
                .containsExactly("MIS-1 Nobody pays two amounts under one key BROKEN ours.feature");
    }

    /** The example of shards does the same with five of them and the whole contract. */
    @Test
    void two_shards_are_merged_into_the_verdicts_of_one_run_and_a_missing_one_fails_the_gate() throws Exception {
        String defect = "mismatch-replays";
        String clauses = "KEY-4,RPL-1,MIS-1";
        for (String number : List.of("1", "2")) {
            Ended shard = samekey(
                    "verify",
                    "--defect",
                    defect,
                    "--clauses",
                    clauses,
                    "--shard",
                    number + "/2",
                    "--run-id",
                    "two",
                    "--out",
                    "shards/" + number);
            assertThat(shard.said()).contains("shard " + number + " of 2: ");
            assertThat(shard.code()).as(shard.said()).isZero();
        }
        Ended one = samekey("verify", "--defect", defect, "--clauses", clauses, "--out", "one");
        Ended merged = samekey("merge", "shards", "--out", "merged");
        assertThat(verdicts("merged"))
                .containsExactlyInAnyOrderElementsOf(verdicts("one"))
                .anyMatch(verdict -> verdict.startsWith("MIS-1 ") && verdict.contains(" BROKEN "))
                .anyMatch(verdict -> verdict.startsWith("RPL-1 ") && verdict.contains(" HELD "));
        assertThat(merged.code()).as(merged.said()).isEqualTo(one.code()).isEqualTo(1);

        Files.move(folder.resolve("shards/2"), folder.resolve("elsewhere"));
        Ended half = samekey("merge", "shards", "--out", "half");
        assertThat(half.said()).contains("shard 2 of 2 is missing", "gate: failed");
        assertThat(half.code()).isEqualTo(1);
    }

    /** Of each scenario in a report: its clause, its title, its verdict and its file. */
    private List<String> verdicts(String report) throws IOException {
        List<String> verdicts = new ArrayList<>();
        new ObjectMapper()
                .readTree(folder.resolve(report).resolve("verdict.json").toFile())
                .path("clauses")
                .forEach(clause -> clause.path("scenarios")
                        .forEach(scenario -> verdicts.add(String.join(
                                " ",
                                clause.path("id").asText(),
                                scenario.path("name").asText(),
                                scenario.path("verdict").asText(),
                                // A design has its features in a folder.
                                Path.of(scenario.path("feature").asText())
                                        .getFileName()
                                        .toString()))));
        return verdicts;
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
