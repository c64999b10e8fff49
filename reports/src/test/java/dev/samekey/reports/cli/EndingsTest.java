package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import dev.samekey.oracles.wait.Await;
import dev.samekey.testing.Ports;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Makes each ending of the table in {@code docs/how-a-run-ends.md} happen. A row and its test have the same name. */
@EnabledOnOs({OS.LINUX, OS.MAC})
@Execution(ExecutionMode.CONCURRENT)
class EndingsTest {
    private static final Path TABLE = Path.of("../docs/how-a-run-ends.md");
    private static final String CLAUSES = "RPL-1,RPL-2";
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final Duration PAUSE = Duration.ofMillis(1);
    private static final int SIGKILL = 128 + 9;

    private final StringWriter said = new StringWriter();
    private final Api api = new Api();
    private final List<Process> started = new ArrayList<>();
    private final Map<Process, Path> prints = new ConcurrentHashMap<>();

    @TempDir
    private Path folder = Path.of("");

    private Path out = Path.of("");
    private Path target = Path.of("");

    @BeforeEach
    void lay() throws IOException {
        out = folder.resolve("report");
        target = target(api.port());
        api.start();
    }

    @AfterEach
    void end() throws InterruptedException {
        api.close();
        for (Process process : started) {
            process.destroyForcibly().waitFor();
        }
    }

    @Test
    void each_row_of_the_table_has_a_test_and_each_test_a_row() throws IOException {
        List<String> rows = Files.readAllLines(TABLE).stream()
                .filter(line -> line.startsWith("| "))
                .map(line -> line.substring(2, line.indexOf(" |", 2)))
                .filter(way -> !way.equals("what happens"))
                .map(way -> way.toLowerCase(Locale.ROOT).replaceAll("[^a-z0-9]+", "_"))
                .toList();
        List<String> tests = Stream.of(EndingsTest.class.getDeclaredMethods())
                .filter(method ->
                        method.isAnnotationPresent(Test.class) || method.isAnnotationPresent(ParameterizedTest.class))
                .map(Method::getName)
                .filter(name -> !name.startsWith("each_row"))
                .toList();

        assertThat(rows).isNotEmpty().containsExactlyInAnyOrderElementsOf(tests);
    }

    @Test
    void all_was_judged_and_nothing_is_broken() throws IOException {
        assertThat(verify()).isZero();

        assertThat(said.toString()).contains("gate: passed", "reports: " + out.resolve("contract-matrix.html"));
        assertThat(verdict().path("exit_code").asInt(-1)).isZero();
    }

    @Test
    void a_must_clause_is_broken() throws IOException {
        assertThat(verify()).isZero();
        assertThat(said.toString()).doesNotContain("Since the run of");
        api.replays = false;

        assertThat(verify()).isEqualTo(1);

        assertThat(said.toString())
                .contains("gate: failed", "reports: ")
                .containsPattern("Since the run of \\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d UTC: newly broken RPL-");
        assertThat(verdict().at("/since/broken")).isNotEmpty();
        VerdictFile.in(out).mustKeepItsSchema();
        assertThat(verdict().path("exit_code").asInt()).isEqualTo(1);
    }

    /** A gateway answers each duplicate in the place of the target. */
    @Test
    void a_must_clause_is_inconclusive() throws IOException {
        api.servesDuplicates = false;

        assertThat(verify()).isEqualTo(2);

        assertThat(said.toString())
                .containsSubsequence("gate: unknown", "RPL-1", "reports: ")
                .doesNotContain("BROKEN", "stopped serving");
        assertThat(verdict().path("exit_code").asInt()).isEqualTo(2);
    }

    @Test
    void the_time_of_within_is_used_up() throws IOException {
        assertThat(verify("--within", "1ms")).isEqualTo(2);

        assertThat(said.toString())
                .containsSubsequence("not reached in 1ms", "gate: unknown", "RPL-1", "reports: ")
                .doesNotContain("BROKEN", "stopped serving");
        assertThat(verdict().path("exit_code").asInt()).isEqualTo(2);
    }

    @Test
    void the_target_cannot_be_reached_at_the_start() throws IOException {
        earlier();
        target = target(Ports.free());

        assertThat(verify()).isEqualTo(2);

        assertThat(said.toString()).contains("connection refused").doesNotContain("reports: ");
        mustBeEarlier();
    }

    @Test
    void the_target_is_gone_in_the_middle() throws IOException {
        earlier();
        impatient();
        api.failsAfter = 5;
        api.failure = exchange -> api.server.stop(0);

        assertThat(verify()).isEqualTo(2);

        mustBeIncomplete("nothing listens there (connection refused)");
    }

    @Test
    void the_token_is_gone_in_the_middle() throws IOException {
        earlier();
        impatient();
        api.failsAfter = 5;
        api.failure = exchange -> exchange.sendResponseHeaders(401, -1);

        assertThat(verify()).isEqualTo(2);

        mustBeIncomplete("401");
    }

    /** A target that does not come back is given up after three times that. */
    private void impatient() throws IOException {
        Files.writeString(target, "\nlimits: {answer: 1}\n", StandardOpenOption.APPEND);
    }

    private void mustBeIncomplete(String why) throws IOException {
        assertThat(said.toString())
                .containsSubsequence("the target stopped serving requests ", why, "reports: ")
                .contains("the run is incomplete", "gate: unknown");
        assertThat(verdict().path("complete").asBoolean(true)).isFalse();
        assertThat(verdict().path("exit_code").asInt()).isEqualTo(2);
    }

    /** No file may be larger than a few kB, so a write fails as on a full disk. */
    @Test
    void the_disk_is_full() throws Exception {
        earlier();
        String limited = "ulimit -f 8; exec \"$@\"";

        Process held = start(List.of("sh", "-c", limited, "sh"), out);
        assertThat(exitCode(held)).isEqualTo(2);
        assertThat(printed(held))
                .containsSubsequence("RPL-1   MUST   HELD", "gate: passed", "the report could not be written to " + out)
                .contains("that of an earlier run is unchanged")
                .doesNotContain("reports: ");
        mustBeEarlier();

        api.replays = false;
        Process broken = start(List.of("sh", "-c", limited, "sh"), out);
        assertThat(exitCode(broken)).isEqualTo(1);
        assertThat(printed(broken)).contains("gate: failed", "the report could not be written");
        mustBeEarlier();
    }

    /** Samekey runs out of memory while it writes, which is when it needs most. */
    @Test
    void the_memory_is_used_up() throws IOException {
        earlier();

        assertThat(fails(new OutOfMemoryError("Java heap space"))).isEqualTo(2);

        assertThat(said.toString())
                .startsWith("samekey: out of memory: it had ")
                .contains("the trace is in ");
        mustBeEarlier();
    }

    @Test
    void a_fault_of_samekey_itself() throws IOException {
        earlier();

        assertThat(fails(new IllegalStateException("made up"))).isEqualTo(2);

        assertThat(said.toString()).contains("a fault of Samekey itself", "the trace is in " + out);
        mustBeEarlier();
    }

    @ParameterizedTest
    @EnumSource
    void a_signal_at_the_start(Signal signal) throws Exception {
        earlier();
        Files.writeString(target, "\nlifecycle: {start: [sleep, \"600\"], ready: /}\n", StandardOpenOption.APPEND);
        // What listens there already would be judged in its place.
        Files.writeString(
                target, Files.readString(target).replace(String.valueOf(api.port()), String.valueOf(Ports.free())));
        Process process = start(List.of(), out);
        await("the target to be started", () -> process.children().findAny().isPresent());

        signal(signal.name(), process);

        assertThat(exitCode(process)).isEqualTo(signal.exitCode);
        assertThat(printed(process))
                .contains("the run was ended before anything was sent: there is no new report, and that of an earlier"
                        + " run is unchanged")
                .doesNotContain("reports: ");
        mustBeEarlier();
    }

    @ParameterizedTest
    @EnumSource
    void a_signal_in_the_middle(Signal signal) throws Exception {
        earlier();
        api.holdAfter = 5;
        Process process = start(List.of(), out);
        await("some requests", () -> api.payments.get() > 5);

        signal(signal.name(), process);
        await("the run to end", () -> printed(process).contains("ending: "));
        api.held.countDown();

        assertThat(exitCode(process)).isEqualTo(signal.exitCode);
        assertThat(printed(process))
                .containsSubsequence(
                        "ending: what is under way is waited for",
                        "the run was ended before all was judged",
                        "reports: " + out.resolve("contract-matrix.html") + ", " + out.resolve("verdict.json"));
        assertThat(verdict().path("complete").asBoolean(true)).isFalse();
        assertThat(evidence("payment")).as("what was seen by then").contains("--- exchange: ", "POST ");
    }

    @ParameterizedTest
    @EnumSource
    void a_signal_while_the_report_is_written(Signal signal) throws Exception {
        earlier();
        Process process = stoppedWhileWriting();

        signal(signal.name(), process);
        signal("CONT", process);

        assertThat(exitCode(process)).isEqualTo(signal.exitCode);
        assertThat(printed(process))
                .containsSubsequence("gate: passed", "ending: ", "reports: ")
                .doesNotContain("no report", "no new report");
        assertThat(verdict().path("exit_code").asInt(-1)).isZero();
    }

    @Test
    void the_process_is_killed() throws Exception {
        earlier();
        Process process = stoppedWhileWriting();

        process.destroyForcibly();

        assertThat(exitCode(process)).isEqualTo(SIGKILL);
        assertThat(printed(process)).contains("gate: passed").doesNotContain("reports: ");
        mustBeEarlier();
        assertThat(verify()).as("it left no lock, and its half of a report").isZero();
        assertThat(out.resolve(".samekey-new")).doesNotExist();
    }

    @Test
    void another_run_uses_the_folder() throws Exception {
        api.holdAfter = 5;
        Process first = start(List.of(), out);
        await("some requests", () -> api.payments.get() > 5);
        int before = api.payments.get();

        assertThat(verify()).isEqualTo(2);

        assertThat(said.toString())
                .contains("samekey: another run is using the folder " + out + " (process " + first.pid() + ")")
                .doesNotContain("judging");
        assertThat(api.payments).hasValue(before);
        first.destroyForcibly().waitFor();
        api.held.countDown();
        assertThat(verify()).as("who was killed has no folder").isZero();
    }

    /** A stopped process stands for a machine that sleeps: it sees that time has passed, and nothing of it. */
    @Test
    void the_machine_sleeps() throws Exception {
        api.holdAfter = 5;
        Process process = start(List.of(), out);
        await("some requests", () -> api.payments.get() > 5);

        signal("STOP", process);
        TimeUnit.SECONDS.sleep(2);
        api.held.countDown();
        signal("CONT", process);

        assertThat(exitCode(process)).as(printed(process)).isZero();
        assertThat(printed(process)).contains("gate: passed").doesNotContain("BROKEN");
        assertThat(verdict().path("complete").asBoolean()).isTrue();
    }

    private void earlier() throws IOException {
        OutFolder.claim(out).close();
        Files.writeString(out.resolve("verdict.json"), "earlier");
        Files.writeString(out.resolve("contract-matrix.html"), "earlier");
        Files.writeString(Files.createDirectory(out.resolve("evidence")).resolve("a.txt"), "earlier");
    }

    private void mustBeEarlier() {
        for (String name : List.of("verdict.json", "contract-matrix.html", "evidence/a.txt")) {
            assertThat(out.resolve(name)).hasContent("earlier");
        }
    }

    private JsonNode verdict() throws IOException {
        return new ObjectMapper().readTree(out.resolve("verdict.json").toFile());
    }

    private Path target(int port) throws IOException {
        return Files.writeString(
                folder.resolve("target.yaml"),
                Files.readString(Path.of("src/test/resources/junit/api.yaml"))
                        .replace("127.0.0.1:1", "127.0.0.1:" + port));
    }

    private List<String> arguments(Path report) {
        return List.of("verify", "--target", target.toString(), "--clauses", CLAUSES, "--out", report.toString());
    }

    /** In this process. */
    private int verify(String... more) {
        said.getBuffer().setLength(0);
        PrintWriter writer = new PrintWriter(said, true);
        return Main.commandLine()
                .setOut(writer)
                .setErr(writer)
                .execute(Stream.concat(arguments(out).stream(), Stream.of(more)).toArray(String[]::new));
    }

    private String evidence(String scenario) {
        StringWriter printed = new StringWriter();
        assertThat(Main.commandLine().setOut(new PrintWriter(printed)).execute("evidence", out.toString(), scenario))
                .isZero();
        return printed.toString();
    }

    /** What fails while its report is written. */
    private int fails(Throwable failure) {
        PrintWriter writer = new PrintWriter(said, true);
        return Main.commandLine()
                .addSubcommand(new Failing(failure))
                .setErr(writer)
                .execute("failing", "--out", out.toString());
    }

    @Command(name = "failing")
    static final class Failing implements Callable<Integer> {
        private final Throwable failure;

        @Option(names = "--out")
        Path out = Path.of("");

        Failing(Throwable failure) {
            this.failure = failure;
        }

        @Override
        public Integer call() throws IOException {
            try (OutFolder claimed = OutFolder.claim(out)) {
                claimed.replace(fresh -> {
                    Files.writeString(fresh.resolve("verdict.json"), "half of");
                    if (failure instanceof Error error) {
                        throw error;
                    }
                    throw (RuntimeException) failure;
                });
            }
            return 0;
        }
    }

    /** @param before what starts it */
    private Process start(List<String> before, Path report) throws IOException {
        List<String> command = new ArrayList<>(before);
        // Who runs the tests in the background of a shell ignores Ctrl-C, and so would what they start.
        if (OS.LINUX.isCurrentOs()) {
            command.addAll(List.of("env", "--default-signal=INT"));
        }
        command.addAll(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:-UsePerfData",
                "-cp",
                System.getProperty("java.class.path"),
                "dev.samekey.reports.cli.Main"));
        command.addAll(arguments(report));
        Path printed = Files.createTempFile(folder, "printed", ".txt");
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(printed.toFile())
                .start();
        started.add(process);
        prints.put(process, printed);
        return process;
    }

    private String printed(Process process) {
        try {
            return Files.readString(Objects.requireNonNull(prints.get(process)));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private int exitCode(Process process) throws InterruptedException {
        assertThat(process.waitFor(LIMIT.toSeconds(), TimeUnit.SECONDS))
                .as(printed(process))
                .isTrue();
        return process.exitValue();
    }

    /** A run that has judged, and stands still before its report is whole. */
    private Process stoppedWhileWriting() throws Exception {
        Path fresh = out.resolve(".samekey-new");
        for (int i = 0; i < 5; i++) {
            Process process = start(List.of(), out);
            await("a report that is being written", () -> Files.exists(fresh) || !process.isAlive());
            signal("STOP", process);
            if (process.isAlive() && Files.exists(fresh)) {
                return process;
            }
            signal("CONT", process);
            exitCode(process);
        }
        throw new AssertionError("each report was written before it was seen");
    }

    private static void signal(String name, Process process) throws Exception {
        new ProcessBuilder("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    private static void await(String what, BooleanSupplier condition) {
        assertThat(Await.until(what, LIMIT, PAUSE, condition)).as(what).isTrue();
    }

    /** What ends a run: Ctrl-C, or a pipeline. */
    enum Signal {
        INT(128 + 2),
        TERM(128 + 15);

        private final int exitCode;

        Signal(int exitCode) {
            this.exitCode = exitCode;
        }
    }

    /** Keeps the contract, or replays nothing. */
    private static final class Api implements AutoCloseable {
        private final AtomicInteger payments = new AtomicInteger();
        private final Map<String, String> stored = new ConcurrentHashMap<>();
        private final CountDownLatch held = new CountDownLatch(1);
        private final ExecutorService threads = Executors.newFixedThreadPool(32);
        private final HttpServer server;
        private volatile boolean replays = true;
        private volatile int holdAfter = Integer.MAX_VALUE;
        private volatile boolean servesDuplicates = true;
        private volatile int failsAfter = Integer.MAX_VALUE;
        private volatile HttpHandler failure = HttpExchange::close;

        Api() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
        }

        void start() {
            server.setExecutor(threads);
            server.createContext("/", this::answer);
            server.start();
        }

        int port() {
            return server.getAddress().getPort();
        }

        private void answer(HttpExchange exchange) throws IOException {
            exchange.getRequestBody().readAllBytes();
            String key = String.valueOf(exchange.getRequestHeaders().getFirst("Idempotency-Key"));
            if (payments.incrementAndGet() > holdAfter) {
                try {
                    var unused = held.await(LIMIT.toSeconds(), TimeUnit.SECONDS);
                } catch (InterruptedException ended) {
                    Thread.currentThread().interrupt();
                }
            }
            if (payments.get() > failsAfter) {
                failure.handle(exchange);
                exchange.close();
                return;
            }
            String fresh = "{\"id\": \"p-" + payments.get() + "\"}";
            String before = replays ? stored.putIfAbsent(key, fresh) : null;
            if (before != null && !servesDuplicates) {
                byte[] page = "<html>Bad Gateway</html>".getBytes(StandardCharsets.UTF_8);
                exchange.getResponseHeaders().add("Content-Type", "text/html");
                exchange.sendResponseHeaders(502, page.length);
                exchange.getResponseBody().write(page);
                exchange.close();
                return;
            }
            byte[] body = (before == null ? fresh : before).getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            if (before != null) {
                exchange.getResponseHeaders().add("Idempotent-Replayed", "true");
            }
            exchange.sendResponseHeaders(201, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        }

        @Override
        public void close() {
            held.countDown();
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
