package dev.samekey.steps.author.check;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.ContractRun;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An operation that is accepted (202) is in progress until its status says that it has ended. */
class PolledOperationsTest {
    private static final String FILE = """
            name: Acme
            urls: ["http://127.0.0.1:%s"]
            writes: allowed
            limits: {races: {confidence: 0.9, seen_in: 0.9}}
            contract:
              name: Acme
              key: {in: header, name: Idempotency-Key, required: true, syntax: any, min: 1, max: 64, characters: "[!-~]"}
              mismatch: refuse
              in_progress: either
              wait_at_most: 0s
              replay: {mode: stored, marker: {header: Replayed, replay: "true"}}
              errors: {content_type: application/json, code: /code}
              refusals:
                payload_mismatch: {status: 422, code: key_reused}
            operations:
              export:
                role: create
                request: {method: POST, path: /exports, body: {amount: 1000, reference: "${unique}"}}
                poll: {at: Location, until: {/status: done}, failed: {/status: failed}, within: 8s}
                id: /id
                intent: {/amount: 1100}
                sandbox: {slow: {/amount: 7777}}
                effects: {list: {path: "/files?reference=${unique}", count: /items}}
            """;

    private static final Pattern REFERENCE = Pattern.compile("u[0-9a-f]{19}");
    private static final long SLOW_MS = 2500;

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final ExecutorService one = Executors.newSingleThreadExecutor();
    private final Map<String, Job> byKey = new ConcurrentHashMap<>();
    private final Map<String, Job> jobs = new ConcurrentHashMap<>();
    private final AtomicInteger last = new AtomicInteger();
    private final HttpServer server = started();
    private Fault fault = Fault.NONE;

    @TempDir
    private Path folder = Path.of("");

    private enum Fault {
        NONE,
        /** A key is known when its job has ended. */
        KEY_AFTER_THE_END,
        /** A key is forgotten for as long as its job goes on after a second. */
        LEASE_OF_A_SECOND,
        /** One job is done after the other. */
        ONE_WORKER,
        /** A replay does the job again, for nothing. */
        REPLAY_AS_SLOW
    }

    private static final class Job {
        private final String id;
        private final String body;
        private final long begunNanos = System.nanoTime();
        private volatile boolean isDone;
        private volatile boolean isRedone = true;

        Job(String id, String body) {
            this.id = id;
            this.body = body;
        }

        boolean hasRunFor(long millis) {
            return System.nanoTime() - begunNanos >= TimeUnit.MILLISECONDS.toNanos(millis);
        }
    }

    private static HttpServer started() {
        try {
            return HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException failure) {
            throw new IllegalStateException(failure);
        }
    }

    @BeforeEach
    void start() {
        server.setExecutor(threads);
        server.createContext("/", this::handle);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
        threads.shutdownNow();
        one.shutdownNow();
    }

    @Test
    void one_that_is_in_progress_is_judged() {
        List<ScenarioResult> judged = judged("CON-6", "CON-8", "CON-10", "RPL-9", "RPL-10", "MIS-8");

        assertThat(judged)
                .filteredOn(scenario -> scenario.operation() != null)
                .hasSizeGreaterThanOrEqualTo(6)
                .allSatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.clauses() + " " + scenario.name() + ": " + scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.HELD));
    }

    @Test
    void a_duplicate_that_starts_it_again_overtakes_it() {
        fault = Fault.KEY_AFTER_THE_END;

        assertBroken("CON-10");
        assertBroken("RPL-9");
    }

    @Test
    void a_duplicate_that_comes_late_overtakes_it_too() {
        fault = Fault.LEASE_OF_A_SECOND;

        assertBroken("CON-10");
    }

    @Test
    void one_worker_lets_others_wait() {
        fault = Fault.ONE_WORKER;

        assertBroken("CON-6");
    }

    @Test
    void a_replay_that_takes_as_long_does_it_again() {
        fault = Fault.REPLAY_AS_SLOW;

        assertBroken("RPL-10");
    }

    @Test
    void a_check_measures_it_to_its_end() {
        String rows = new TargetCheck(target(), folder).run().toString();

        assertThat(rows).containsPattern("slow export.*202 after 2[.]");
    }

    private void assertBroken(String clause) {
        assertThat(judged(clause))
                .filteredOn(scenario -> scenario.operation() != null)
                .as(clause)
                .anySatisfy(scenario -> assertThat(scenario.verdict())
                        .as(scenario.reason() + scenario.facts())
                        .isEqualTo(Verdict.BROKEN));
    }

    private List<ScenarioResult> judged(String... clauses) {
        return new ContractRun(target(), Choice.of(Set.of(clauses)), folder.resolve("out"))
                .run(unused -> {})
                .scenarios();
    }

    private TargetFile target() {
        return TargetFile.of(
                YamlFile.of("acme.yaml", FILE.formatted(server.getAddress().getPort())), folder, Map.of());
    }

    private void handle(HttpExchange exchange) throws IOException {
        try (exchange) {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            String path = exchange.getRequestURI().toString();
            if (exchange.getRequestMethod().equals("POST")) {
                export(exchange, exchange.getRequestHeaders().getFirst("Idempotency-Key"), body);
            } else if (path.startsWith("/jobs/")) {
                Job job = Objects.requireNonNull(jobs.get(path.substring("/jobs/".length())));
                boolean isDone = job.isDone && job.isRedone;
                answer(
                        exchange,
                        200,
                        "{\"status\": \"" + (isDone ? "done" : "running") + "\", \"id\": \"" + job.id + "\"}");
            } else {
                list(exchange, path);
            }
        }
    }

    private void export(HttpExchange exchange, String key, String body) throws IOException {
        Job own = new Job("j-" + last.incrementAndGet(), body);
        Job first = byKey.compute(key, (same, known) -> known == null || isForgotten(known) ? own : known);
        if (first == own) {
            jobs.put(own.id, own);
            (fault == Fault.ONE_WORKER ? one : threads).execute(() -> work(own));
        } else if (!first.body.equals(body)) {
            answer(exchange, 422, "{\"code\": \"key_reused\"}");
            return;
        } else {
            exchange.getResponseHeaders().set("Replayed", "true");
            if (fault == Fault.REPLAY_AS_SLOW && first.isDone) {
                first.isRedone = false;
                threads.execute(() -> {
                    pause(first.body);
                    first.isRedone = true;
                });
            }
        }
        exchange.getResponseHeaders().set("Location", "/jobs/" + first.id);
        answer(exchange, 202, "{\"id\": \"" + first.id + "\"}");
    }

    private boolean isForgotten(Job known) {
        return !known.isDone
                && (fault == Fault.KEY_AFTER_THE_END || (fault == Fault.LEASE_OF_A_SECOND && known.hasRunFor(1000)));
    }

    private static void work(Job job) {
        pause(job.body);
        job.isDone = true;
    }

    private static void pause(String body) {
        try {
            TimeUnit.MILLISECONDS.sleep(body.contains("7777") ? SLOW_MS : 20);
        } catch (InterruptedException ended) {
            Thread.currentThread().interrupt();
        }
    }

    private void list(HttpExchange exchange, String path) throws IOException {
        Matcher wanted = REFERENCE.matcher(path);
        String reference = wanted.find() ? wanted.group() : "none";
        long found = jobs.values().stream()
                .filter(job -> job.isDone && job.body.contains(reference))
                .count();
        answer(exchange, 200, "{\"items\": [" + "1,".repeat((int) found).replaceAll(",$", "") + "]}");
    }

    private static void answer(HttpExchange exchange, int status, String body) throws IOException {
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(status, body.length());
        exchange.getResponseBody().write(body.getBytes(StandardCharsets.UTF_8));
    }
}
