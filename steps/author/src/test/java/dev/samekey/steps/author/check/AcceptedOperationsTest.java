package dev.samekey.steps.author.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Trait;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.RawServer;
import dev.samekey.testing.RawServer.Received;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An API that accepts operations (202), does them later, and says how they ended at a status URL. */
class AcceptedOperationsTest {
    private static final Set<String> CLAUSES = Set.of("RPL-2", "RPL-4", "RPL-9", "CON-1");
    private static final Pattern REFERENCE = Pattern.compile("u[0-9a-f]{19}");

    private final Map<String, Job> byKey = new ConcurrentHashMap<>();
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final List<String> files = new CopyOnWriteArrayList<>();
    private final AtomicInteger last = new AtomicInteger();
    private final RawServer server = RawServer.doing((request, connection) -> {
        String answer = answer(request);
        connection.getOutputStream().write(answer.getBytes(StandardCharsets.UTF_8));
        if (answer.isEmpty()) {
            connection.close();
        }
    });

    private boolean knowsKeys = true;
    private boolean isLost;
    private String end = "succeeded";
    private String statusUrl = "/jobs/";
    private String poll = "until: {/status: [succeeded, done]}, failed: {/status: failed}, within: 600ms";
    private String id = "/result/id";
    private String resultUrl = "/results/";
    private boolean sendsOn;
    private boolean asksForTime;
    private Duration away = Duration.ZERO;
    private final List<Duration> pauses = new CopyOnWriteArrayList<>();

    @TempDir
    private Path out = Path.of("");

    private static final class Job {
        private final String name;
        private final String reference;
        private final long begunNanos = System.nanoTime();
        private int looks;
        private long seenNanos = System.nanoTime();

        Job(String name, String reference) {
            this.name = name;
            this.reference = reference;
        }
    }

    @AfterEach
    void stop() throws IOException {
        server.close();
    }

    @Test
    void effects_are_counted_when_they_have_ended() {
        RunResult result = run();

        assertThat(judged(result))
                .hasSizeGreaterThanOrEqualTo(6)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.clauses() + " " + scenario.name() + ": " + scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.HELD));
    }

    @Test
    void an_operation_that_happens_again_is_broken() {
        knowsKeys = false;

        assertThat(judged(run()))
                .filteredOn(scenario -> scenario.clauses().contains("CON-1"))
                .isNotEmpty()
                .allMatch(scenario -> scenario.verdict() == Verdict.BROKEN);
    }

    @Test
    void one_without_an_effect_is_neither_a_duplicate_nor_none() {
        isLost = true;

        assertThat(judged(run()))
                .isNotEmpty()
                .noneMatch(scenario -> scenario.verdict().isJudged());
    }

    @Test
    void one_that_fails_is_no_success() {
        end = "failed";

        assertReason(
                judged(run()),
                Verdict.NOT_CHECKED,
                reason -> reason.contains("which ended with 200") && reason.contains("check «poll.failed»"));
        assertThat(checked()).contains("see why it failed");
    }

    @Test
    void one_that_never_ends_is_left_after_its_time() {
        end = "running";

        assertReason(
                judged(run()),
                Verdict.INCONCLUSIVE,
                reason ->
                        reason.contains("an export was accepted (202), and has not ended within 600 ms (poll.within)"));
        assertThat(checked()).contains("has not ended within 600 ms");
    }

    @Test
    void one_whose_target_goes_away_has_no_response_and_is_not_asked_for_without_end() {
        away = Duration.ofHours(1);
        poll = "until: {/status: succeeded}, within: 60s";

        String checked = checked();

        assertThat(checked).contains("it was accepted (202), and then its status had no response");
        assertThat(pauses).hasSizeLessThan(50);
    }

    @Test
    void one_whose_target_is_away_for_less_than_a_second_is_judged_by_its_end() {
        away = Duration.ofMillis(600);
        poll = "until: {/status: succeeded}, within: 4s";

        assertThat(judged(run(Set.of("RPL-2"))))
                .isNotEmpty()
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.name() + ": " + scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.HELD));
    }

    @Test
    void nothing_is_sent_to_a_status_url_on_another_host() throws IOException {
        try (RawServer elsewhere = RawServer.answering(RawServer.bare("200 OK"))) {
            statusUrl = elsewhere.uri() + "/jobs/";

            assertReason(
                    judged(run()),
                    Verdict.INCONCLUSIVE,
                    reason -> reason.contains("is on another host, where nothing is sent: " + statusUrl));
            assertThat(elsewhere.requests()).isZero();
        }
    }

    @Test
    void a_check_shows_how_it_ended_and_the_id_from_there() {
        assertThat(checked()).contains("202, which ended with 200", "id e-j1");
    }

    @Test
    void one_that_ends_with_see_other_has_the_result_that_is_read_there() {
        sendsOn = true;
        poll = "within: 600ms";
        id = "/id";

        assertThat(judged(run()))
                .isNotEmpty()
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.name() + ": " + scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.HELD));
        assertThat(checked()).contains("202, which ended with 200", "id e-j");
    }

    @Test
    void a_result_that_is_not_there_is_no_success() {
        sendsOn = true;
        resultUrl = "/nothing/";

        assertReason(judged(run()), Verdict.NOT_CHECKED, reason -> reason.contains("which ended with 404"));
    }

    @Test
    void a_result_on_another_host_is_not_read() throws IOException {
        try (RawServer elsewhere = RawServer.answering(RawServer.bare("200 OK"))) {
            sendsOn = true;
            resultUrl = elsewhere.uri() + "/results/";

            assertReason(
                    judged(run()),
                    Verdict.INCONCLUSIVE,
                    reason -> reason.contains(
                            "the Location of its result (303) is on another host, where nothing is sent: "
                                    + resultUrl));
            assertThat(elsewhere.requests()).isZero();
        }
    }

    @Test
    void a_look_is_not_before_the_time_that_was_asked_for() {
        asksForTime = true;
        poll = "until: {/status: succeeded}, within: 10s";

        assertThat(checked()).contains("202, which ended with 200");
        // After the 202, and after each of the two looks that did not see the end.
        assertThat(pauses)
                .hasSizeGreaterThanOrEqualTo(3)
                .allSatisfy(pause -> assertThat(pause).isGreaterThanOrEqualTo(Duration.ofMillis(990)));
    }

    @Test
    void a_longer_time_than_there_is_ends_with_the_time_that_there_is() {
        asksForTime = true;
        end = "running";

        assertThat(checked()).contains("has not ended within 600 ms");
    }

    private static void assertReason(List<ScenarioResult> results, Verdict verdict, Predicate<String> reason) {
        assertThat(results).isNotEmpty().allSatisfy(scenario -> {
            assertThat(scenario.verdict()).as(scenario.reason()).isEqualTo(verdict);
            assertThat(scenario.reason()).matches(reason);
        });
    }

    private static List<ScenarioResult> judged(RunResult result) {
        return result.scenarios().stream()
                .filter(scenario -> scenario.operation() != null && !scenario.has(Trait.OPTIONAL))
                .toList();
    }

    private RunResult run() {
        return run(CLAUSES);
    }

    private RunResult run(Set<String> clauses) {
        return new ContractRun(Targets.file(yaml()), Choice.of(clauses), out).run(unused -> {});
    }

    private String checked() {
        return new TargetCheck(Targets.file(yaml()), out).run().toString();
    }

    private String yaml() {
        return """
                name: Acme
                urls: ["%s"]
                writes: allowed
                contract: playbook
                limits: {rate: 1000}
                operations:
                  export:
                    role: create
                    request: {method: POST, path: /exports, body: {reference: "${unique}"}}
                    poll: {at: Location, %s}
                    id: %s
                    effects: {list: {path: "/files?reference=${unique}", count: /items}}
                """.formatted(server.uri(), poll, id);
    }

    private String answer(Received request) {
        String[] line = request.line().split(" ", -1);
        if (line[0].equals("POST")) {
            String key = String.join("", request.header("Idempotency-Key"));
            boolean isNew = !knowsKeys || !byKey.containsKey(key);
            Job job = knowsKeys ? byKey.computeIfAbsent(key, same -> job(request)) : job(request);
            return response(
                    "202 Accepted",
                    "{\"accepted\": true}",
                    asksForTime ? "Retry-After: 1" : "X-Time: none",
                    "Location: " + statusUrl + job.name,
                    "Idempotency-Status: " + (isNew ? "stored" : "replayed"));
        }
        if (line[1].startsWith("/jobs/")) {
            return looked(Objects.requireNonNull(jobs.get(line[1].substring("/jobs/".length()))));
        }
        if (line[1].startsWith("/results/")) {
            return response("200 OK", "{\"id\": \"e-" + line[1].substring("/results/".length()) + "\"}");
        }
        if (line[1].startsWith("/nothing/")) {
            return response("404 Not Found", "{}");
        }
        long found = files.stream()
                .filter(one -> line[1].contains("reference=" + one))
                .count();
        return response("200 OK", "{\"items\": [" + "1,".repeat((int) found).replaceAll(",$", "") + "]}");
    }

    private String looked(Job job) {
        pauses.add(Duration.ofNanos(System.nanoTime() - job.seenNanos));
        job.seenNanos = System.nanoTime();
        if (job.seenNanos - job.begunNanos < away.toNanos()) {
            return "";
        }
        String body = status(job);
        return sendsOn && body.contains("succeeded")
                ? response("303 See Other", "", "Location: " + resultUrl + job.name)
                : response("200 OK", body, asksForTime ? "Retry-After: 1" : "X-Time: none");
    }

    private Job job(Received request) {
        Matcher reference = REFERENCE.matcher(request.body());
        Job job = new Job("j" + last.incrementAndGet(), reference.find() ? reference.group() : "");
        jobs.put(job.name, job);
        return job;
    }

    /** The effect comes with the third look, so that one that is counted too early is missed. */
    private String status(Job job) {
        synchronized (job) {
            if (++job.looks < 3 || end.equals("running")) {
                return "{\"status\": \"running\"}";
            }
            if (job.looks == 3 && end.equals("succeeded") && !isLost) {
                files.add(job.reference);
            }
            return "{\"status\": \"" + end + "\", \"result\": {\"id\": \"e-" + job.name + "\"}}";
        }
    }

    private static String response(String status, String body, String... headers) {
        return "HTTP/1.1 " + status + "\r\nContent-Type: application/json\r\n"
                + String.join(
                        "", List.of(headers).stream().map(one -> one + "\r\n").toList()) + "Content-Length: "
                + body.length() + "\r\n\r\n" + body;
    }
}
