package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.audit.Audit;
import dev.samekey.steps.judge.audit.LogMembers;
import dev.samekey.steps.judge.audit.Recordings;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What was recorded under one key must have an explanation by the contract. */
class AuditRunTest {
    private static final String UUID = "7f1f3a52-9a0c-4f0e-8a5e-000000000001";

    @TempDir
    private Path folder = Path.of("");

    private final Recordings recordings = new Recordings(LogMembers.usual());

    @Test
    void a_replay_is_held() throws IOException {
        Map<String, ScenarioResult> judged =
                judged("playbook", stored(0, 20, "k", "{\"a\":1}", "p1"), replayed(30, "k", "{\"a\": 1.0}", "p1"));

        assertThat(List.of("RPL-1", "RPL-2", "RPL-3", "RPL-4", "MIS-3"))
                .allSatisfy(clause -> assertThat(verdict(judged, clause)).isEqualTo(Verdict.HELD));
        assertThat(verdict(judged, "CON-1")).isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void two_results_of_one_key_are_broken_and_named_with_their_lines() throws IOException {
        Map<String, ScenarioResult> judged =
                judged("playbook", stored(0, 20, "k", "{}", "p1"), stored(30, 20, "k", "{}", "p2"));

        ScenarioResult result = result(judged, "RPL-4");
        assertThat(result.verdict()).isEqualTo(Verdict.BROKEN);
        assertThat(result.reason()).isEqualTo("result of the repeated POST /payments: expected p1, got p2");
        assertThat(result.line()).isEqualTo(2);
        assertThat(fact(result, "exchanges")).contains("a.jsonl:1", "a.jsonl:2", "2026-11-30T10:00:00.030Z for 20 ms");
        assertThat(fact(result, "breaks")).isEqualTo("1");
    }

    @Test
    void two_results_of_requests_that_met_are_those_of_a_race() throws IOException {
        Map<String, ScenarioResult> judged =
                judged("playbook", stored(0, 20, "k", "{}", "p1"), stored(10, 20, "k", "{}", "p2"));

        assertThat(verdict(judged, "CON-1")).isEqualTo(Verdict.BROKEN);
        assertThat(verdict(judged, "RPL-4")).isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void a_replay_with_another_status_body_mark_or_the_old_cookie_breaks_the_clause_about_it() throws IOException {
        String cookie = "\"headers\":{\"Set-Cookie\":\"s=1\",";
        String first = stored(0, 20, "k", "{}", "p1").replace("\"headers\":{", cookie);
        String replay = replayed(30, "k", "{}", "p1");

        assertThat(broken(first, replay)).isEmpty();
        assertThat(broken(first, replay.replace(":201,", ":200,"))).containsExactly("RPL-1");
        assertThat(broken(first, replay.replace("p1\\\"}", "p1\\\",\\\"a\\\":1}")))
                .containsExactly("RPL-2");
        assertThat(broken(first, replay.replace("replayed", "stored"))).containsExactly("RPL-3");
        assertThat(broken(first, replay.replace("\"headers\":{", cookie))).containsExactly("RPL-14");
    }

    @Test
    void a_response_without_its_header_and_an_illegal_key_break_the_clause_about_it() throws IOException {
        String waits = "\"Retry-After\":\"1\"";
        String busy = refused(10, "k", "{}", "in_progress");
        String down = busy.replace(":409,", ":503,");

        assertThat(broken(stored(0, 20, "k", "{}", "p1"), busy, down)).isEmpty();
        assertThat(broken(stored(0, 20, "k", "{}", "p1"), busy.replace(waits, "\"X\":\"1\"")))
                .containsExactly("CON-3");
        assertThat(broken(down.replace(waits, "\"X\":\"1\""))).containsExactly("ERR-3");
        assertThat(broken(stored(0, 20, "k".repeat(200), "{}", "p1"))).containsExactly("KEY-3");
    }

    @Test
    void a_time_that_is_written_in_seconds_does_not_tell_which_came_first() throws IOException {
        String first = stored(0, 20, "k", "{}", "p1").replace(".000Z", "Z");
        String second = stored(500, 20, "k", "{}", "p2").replace(".500Z", "Z");

        assertThat(verdict(judged("playbook", first, second), "CON-1")).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void another_payload_that_succeeds_is_broken_and_a_refusal_is_held() throws IOException {
        String first = stored(0, 20, "k", "{\"a\":1}", "p1");

        assertThat(verdict(judged("playbook", first, stored(30, 20, "k", "{\"a\":2}", "p2")), "MIS-1"))
                .isEqualTo(Verdict.BROKEN);
        assertThat(verdict(judged("playbook", first, stored(10, 20, "k", "{\"a\":2}", "p2")), "CON-5"))
                .isEqualTo(Verdict.BROKEN);
        assertThat(verdict(judged("playbook", first, refused(30, "k", "{\"a\":2}", "payload_mismatch")), "MIS-1"))
                .isEqualTo(Verdict.HELD);
    }

    @Test
    void the_same_payload_that_is_refused_as_another_one_is_broken() throws IOException {
        String first = stored(0, 20, "k", "{\"a\":1,\"b\":2}", "p1");

        assertThat(verdict(
                        judged("playbook", first, refused(30, "k", "{\"b\":2,\"a\":1}", "payload_mismatch")), "MIS-3"))
                .isEqualTo(Verdict.BROKEN);
        assertThat(verdict(
                        judged("playbook", first, refused(30, "k", "{\"a\":1,\"b\":2}", "payload_mismatch")), "RPL-1"))
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void in_progress_is_true_only_while_something_may_run() throws IOException {
        String first = stored(0, 20, "k", "{}", "p1");
        String refused = refused(100, "k", "{}", "in_progress");
        String lost =
                stored(60, 0, "k", "{}", "p1").replaceAll(",\"took_ms\".*", "}").replace("\"status\":201,", "");

        assertThat(verdict(judged("playbook", first, refused), "CON-2")).isEqualTo(Verdict.BROKEN);
        assertThat(verdict(judged("playbook", first, lost, refused), "CON-2")).isEqualTo(Verdict.HELD);
        assertThat(verdict(judged("playbook", first, refused(10, "k", "{}", "in_progress")), "CON-2"))
                .isEqualTo(Verdict.HELD);
    }

    @Test
    void a_key_that_may_have_expired_is_judged_no_more() throws IOException {
        String later = stored(0, 20, "k", "{}", "p2").replace("2026-11-30", "2026-12-08");

        assertThat(verdict(judged("playbook", stored(0, 20, "k", "{}", "p1"), later), "RPL-4"))
                .isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void two_callers_may_use_one_key_but_not_share_a_result() throws IOException {
        String alice = stored(0, 20, "k", "{}", "p1");

        assertThat(judged("playbook", alice, stored(30, 20, "k", "{}", "p2").replace("alice", "bob"))
                        .values())
                .noneMatch(one -> one.verdict() == Verdict.BROKEN);
        assertThat(verdict(
                        judged("playbook", alice, replayed(30, "k", "{}", "p1").replace("alice", "bob")), "SCP-1"))
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void a_short_key_of_unknown_callers_may_be_of_two_of_them() throws IOException {
        String first = stored(0, 20, "order-1", "{}", "p1").replace("\"caller\":\"alice\",", "");
        String second = stored(30, 20, "order-1", "{}", "p2").replace("\"caller\":\"alice\",", "");

        ScenarioResult result = result(judged("playbook", first, second), "RPL-4");
        assertThat(result.verdict()).isEqualTo(Verdict.INCONCLUSIVE);
        assertThat(result.reason())
                .endsWith("but a key belongs to its caller, and the recording does not say who called");
        assertThat(verdict(
                        judged("playbook", first.replace("order-1", UUID), second.replace("order-1", UUID)), "RPL-4"))
                .isEqualTo(Verdict.BROKEN);
    }

    @Test
    void an_access_log_without_bodies_shows_statuses_and_no_more() throws IOException {
        String nginx = """
                {"time_local":"30/Nov/2026:12:00:0%d +0200","request_time":"0.020","request_method":"POST","request_uri":"/payments","http_idempotency_key":"%s","status":"%d"}
                """;
        Map<String, ScenarioResult> judged = judged(
                "playbook",
                nginx.formatted(0, UUID, 201).strip(),
                nginx.formatted(5, UUID, 200).strip());

        assertThat(result(judged, "RPL-1").reason())
                .isEqualTo("status of the repeated POST /payments: expected 201, got 200");
        assertThat(verdict(judged, "RPL-4")).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(verdict(judged, "RPL-3")).isEqualTo(Verdict.NOT_CHECKED);
    }

    @Test
    void an_http_archive_is_read_whole() throws IOException {
        String entry = """
                {"startedDateTime":"2026-11-30T10:00:0%d.000+00:00","time":20,"request":{"method":"POST","url":"https://acme.example/payments","headers":[{"name":"Idempotency-Key","value":"k"},{"name":"Authorization","value":"Basic YWxpY2U6c2VjcmV0"}],"postData":{"mimeType":"application/json","text":"{}"}},"response":{"status":201,"headers":[{"name":"Idempotency-Status","value":"stored"}],"content":{"text":"eyJpZCI6InAlZCJ9","encoding":"base64"}}}
                """;
        Path file = folder.resolve("a.har");
        Files.writeString(
                file,
                "{\"log\": {\"version\":\"1.2\",\"creator\":{\"x\":[1]},\"entries\":["
                        + entry.formatted(0).replace("eyJpZCI6InAlZCJ9", "eyJpZCI6InAxIn0=")
                        + ","
                        + entry.formatted(5).replace("eyJpZCI6InAlZCJ9", "eyJpZCI6InAyIn0=")
                        + "]}}");

        assertThat(result(judged("playbook", List.of(file)), "RPL-4").reason())
                .isEqualTo("result of the repeated POST /payments: expected p1, got p2");
    }

    @Test
    void a_packed_log_with_other_names_is_read() throws IOException {
        Path file = folder.resolve("a.jsonl.gz");
        String line = "{\"http\":{\"idem\":\"" + UUID
                + "\"},\"ts\":%d,\"verb\":\"post\",\"url\":\"https://acme.example/payments?x=1\",\"status\":%d}%n";
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write((line.formatted(1_764_496_800_000L, 201) + line.formatted(1_764_496_801_000L, 422))
                    .getBytes(StandardCharsets.UTF_8));
        }
        Recordings own = new Recordings(LogMembers.of(Map.of("key", "http.idem")));
        AuditRun run = run("playbook", own, List.of(file));

        assertThat(run.run(unused -> {}).scenarios()).isNotEmpty();
        assertThat(run.read()).isEqualTo("2 exchanges under 1 key");
    }

    @Test
    void what_cannot_be_used_is_left_out_and_said() throws IOException {
        judged(
                "playbook",
                stored(0, 20, "k", "{}", "p1"),
                "[]",
                "{\"at\":\"yesterday\",\"method\":\"POST\",\"path\":\"/\"}",
                stored(0, 20, "k", "{}", "p1"),
                "{\"at\":\"2026-11-30T10:00:0");

        assertThat(recordings.leftOut().count()).isEqualTo(3);
        assertThat(recordings.leftOut().first())
                .containsExactly(
                        "a.jsonl:2: is no JSON object",
                        "a.jsonl:3: has no «at»: say which member it is, --member at=NAME",
                        "a.jsonl:5: the last line is cut off");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n\n", "hello", "{\"log\": {}}", "{\"log\": {\"entries\": 1}}", "{\"a\":1}"})
    void what_is_no_recording_is_an_error(String text) throws IOException {
        Path file = folder.resolve("a.jsonl");
        Files.writeString(file, text);

        assertThatThrownBy(() -> judged("playbook", List.of(file)))
                .isInstanceOf(BadFile.class)
                .hasMessageContaining("a.jsonl");
    }

    @Test
    void a_part_that_no_exchange_has_is_an_error_with_the_nearest() {
        assertThatThrownBy(() -> LogMembers.of(Map.of("keys", "x")))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("«key»");
    }

    private List<String> broken(String... lines) throws IOException {
        return judged("playbook", lines).values().stream()
                .filter(one -> one.verdict() == Verdict.BROKEN)
                .flatMap(one -> one.clauses().stream())
                .toList();
    }

    private Map<String, ScenarioResult> judged(String contract, String... lines) throws IOException {
        Path file = folder.resolve("a.jsonl");
        Files.writeString(file, String.join("\n", lines));
        return judged(contract, List.of(file));
    }

    private Map<String, ScenarioResult> judged(String contract, List<Path> files) {
        return run(contract, recordings, files).run(unused -> {}).scenarios().stream()
                .collect(Collectors.toMap(one -> one.clauses().get(0), one -> one));
    }

    private static AuditRun run(String contract, Recordings recordings, List<Path> files) {
        YamlFile yaml = YamlFile.of("a.yaml", "{name: recorded, contract: " + contract + ", client: {log: a.jsonl}}");
        return new AuditRun(TargetFile.of(yaml, Path.of(""), Map.of()), recordings, files, Audit.CLAUSES);
    }

    private static ScenarioResult result(Map<String, ScenarioResult> judged, String clause) {
        return Objects.requireNonNull(judged.get(clause), clause);
    }

    private static Verdict verdict(Map<String, ScenarioResult> judged, String clause) {
        return result(judged, clause).verdict();
    }

    private static String fact(ScenarioResult result, String name) {
        return result.facts().stream()
                .filter(fact -> fact.name().equals(name))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }

    private static String stored(int at, int took, String key, String payload, String id) {
        return exchange(at, took, key, payload, 201, "stored", "{\\\"id\\\":\\\"" + id + "\\\"}");
    }

    private static String replayed(int at, String key, String payload, String id) {
        return exchange(at, 5, key, payload, 201, "replayed", "{\\\"id\\\":\\\"" + id + "\\\"}");
    }

    private static String refused(int at, String key, String payload, String code) {
        return exchange(at, 5, key, payload, 409, "none", "{\\\"code\\\":\\\"CONFLICT.idempotency." + code + "\\\"}");
    }

    private static String exchange(int at, int took, String key, String payload, int status, String mark, String body) {
        return ("{\"at\":\"2026-11-30T10:00:00.%03dZ\",\"caller\":\"alice\",\"method\":\"POST\",\"path\":\"/payments\","
                        + "\"key\":\"%s\",\"payload\":\"%s\",\"status\":%d,\"took_ms\":%d,"
                        + "\"headers\":{\"Idempotency-Status\":\"%s\",\"Retry-After\":\"1\"},\"body\":\"%s\"}")
                .formatted(at, key, payload.replace("\"", "\\\""), status, took, mark, body);
    }
}
