package dev.samekey.reports.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.sun.net.httpserver.HttpServer;
import dev.samekey.reports.Samples;
import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class RepeatCommandTest {
    private final AtomicInteger payments = new AtomicInteger();
    private final StringWriter said = new StringWriter();

    @TempDir
    private Path folder = Path.of("");

    @Test
    void runs_that_could_not_judge_are_no_equal_runs() throws IOException {
        assertThat(repeat(401)).isEqualTo(2);
        assertThat(said.toString()).contains("2 of 2 runs could not judge: the control request for a payment got 401");
    }

    @Test
    void runs_that_judged_and_have_the_same_verdicts_are_equal() throws IOException {
        assertThat(repeat(201)).isZero();
        assertThat(said.toString())
                .contains("all 2 runs have the same verdicts")
                .doesNotContain("could not judge");
    }

    @Test
    void a_run_that_reports_a_clause_more_than_the_first_differs_from_it() {
        ScenarioResult alike = Samples.scenario("RPL-1", "payment", Verdict.HELD);
        RepeatCommand repeat = new RepeatCommand();
        new CommandLine(repeat)
                .parseArgs("--times", "3", "--out", folder.resolve("report").toString());

        int code = repeat.repeated(
                out -> {
                    OutFolder.claim(out).close();
                    return Samples.verdict(
                            Set.of("RPL-1"), out.endsWith("run-2") ? alike.in(Isolation.DISTURBED) : alike);
                },
                new Console(new PrintWriter(said, true)));

        assertThat(code).isEqualTo(1);
        assertThat(said.toString())
                .contains(
                        "CON-12: {BROKEN=1}, in no other run was it reported",
                        "the verdicts of 1 of 3 runs differ from those of the first")
                .doesNotContain("same verdicts");
    }

    @Test
    void the_counts_of_the_runs_before_are_said_where_a_run_cannot_go_on() {
        RepeatCommand repeat = new RepeatCommand();
        new CommandLine(repeat)
                .parseArgs("--times", "5", "--out", folder.resolve("report").toString());

        assertThatExceptionOfType(CannotRun.class)
                .isThrownBy(() -> repeat.repeated(
                        out -> {
                            if (out.endsWith("run-3")) {
                                throw new CannotRun("the target is gone");
                            }
                            OutFolder.claim(out).close();
                            return Samples.verdict(
                                    Set.of("RPL-1"),
                                    Samples.scenario(
                                            "RPL-1",
                                            "payment",
                                            out.endsWith("run-2") ? Verdict.INCONCLUSIVE : Verdict.HELD));
                        },
                        new Console(new PrintWriter(said, true))))
                .withMessage("the target is gone");

        assertThat(said.toString())
                .contains(
                        "RPL-1: {HELD=1, INCONCLUSIVE=1}",
                        "the verdicts of 1 of 2 runs differ from those of the first");
    }

    /** Repeats a run on a target that answers everything so. */
    private int repeat(int status) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ExecutorService threads = Executors.newFixedThreadPool(8);
        server.setExecutor(threads);
        server.createContext("/", exchange -> {
            exchange.getRequestBody().readAllBytes();
            byte[] body = ("{\"id\": \"p-" + payments.incrementAndGet() + "\"}").getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        try {
            Path target = Files.writeString(
                    folder.resolve("target.yaml"),
                    Files.readString(Path.of("src/test/resources/junit/api.yaml"))
                            .replace(
                                    "127.0.0.1:1",
                                    "127.0.0.1:" + server.getAddress().getPort()));
            PrintWriter writer = new PrintWriter(said, true);
            CommandLine main = Main.commandLine().setOut(writer).setErr(writer);
            return main.execute(
                    "repeat",
                    "--times",
                    "2",
                    "--target",
                    target.toString(),
                    "--clauses",
                    "RPL-1,TTL-4",
                    "--out",
                    folder.resolve("report").toString());
        } finally {
            server.stop(0);
            threads.shutdownNow();
        }
    }
}
