package dev.samekey.steps.judge.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.targets.Targets;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import dev.samekey.testing.Ports;
import dev.samekey.testing.RawServer;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ParallelRunTest {
    private static final String CREATED =
            "HTTP/1.1 201 Created\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{\"id\":\"1\"}";
    private static final String CLOCK = "clock: {advance: {method: POST, path: /_clock, body: {ms: \"${ms}\"}}}\n";

    /** Each has one scenario here; those of TTL move the clock. */
    private static final Set<String> BOTH = Set.of("TTL-1", "TTL-2", "RPL-1", "RPL-2");

    private final Path out;

    ParallelRunTest(@TempDir Path out) {
        this.out = out;
    }

    @Test
    void what_needs_the_target_to_itself_is_dealt_out_to_the_other_instances() throws IOException {
        try (RawServer first = RawServer.answering(CREATED);
                RawServer second = RawServer.answering(CREATED);
                RawServer third = RawServer.answering(CREATED)) {
            List<ScenarioResult> finished = Collections.synchronizedList(new ArrayList<>());
            Run run = whole(first.uri(), BOTH).with(List.of(file(second.uri()), file(third.uri())));
            RunResult result = run.run(finished::add);

            assertThat(first.received()).noneMatch(ParallelRunTest::movesTheClock);
            assertThat(second.received()).anyMatch(ParallelRunTest::movesTheClock);
            assertThat(third.received()).anyMatch(ParallelRunTest::movesTheClock);
            // Each is asked once more than a scenario does, before the first one.
            assertThat(result.requests()).isEqualTo(first.requests() + second.requests() + third.requests() - 3);
            assertThat(result.scenarios())
                    .containsExactlyInAnyOrderElementsOf(finished)
                    .hasSize(run.size());
        }
    }

    @Test
    void the_results_come_in_the_order_of_the_contract() throws IOException {
        try (RawServer first = RawServer.answering(CREATED);
                RawServer second = RawServer.answering(CREATED)) {
            RunResult alone = whole(first.uri(), BOTH).run(unused -> {});
            RunResult both =
                    whole(first.uri(), BOTH).with(List.of(file(second.uri()))).run(unused -> {});

            assertThat(both.scenarios())
                    .extracting(ScenarioResult::name)
                    .containsExactlyElementsOf(
                            alone.scenarios().stream().map(ScenarioResult::name).toList());
        }
    }

    @Test
    void an_instance_for_which_there_is_nothing_to_do_is_left_alone() throws IOException {
        try (RawServer first = RawServer.answering(CREATED);
                RawServer second = RawServer.answering(CREATED)) {
            whole(first.uri(), Set.of("RPL-1"))
                    .with(List.of(file(second.uri())))
                    .run(unused -> {});
            assertThat(first.requests()).isPositive();
            assertThat(second.requests()).isZero();

            whole(first.uri(), Set.of("TTL-1", "TTL-2"))
                    .with(List.of(file(second.uri()), file(second.uri())))
                    .run(unused -> {});
            assertThat(second.requests()).isZero();
        }
    }

    @Test
    void where_one_instance_cannot_be_judged_the_run_ends_and_says_why() throws IOException {
        URI gone = Ports.nobody();
        try (RawServer first = RawServer.answering(CREATED)) {
            Run run = whole(first.uri(), Coverage.clauses()).with(List.of(file(gone)));

            assertThatExceptionOfType(CannotRun.class)
                    .isThrownBy(() -> run.run(unused -> {}))
                    .withMessageContaining(gone + ": nothing listens there");
        }
    }

    @Test
    void an_ended_run_ends_on_every_instance() throws IOException {
        try (RawServer first = RawServer.answering(CREATED);
                RawServer second = RawServer.answering(CREATED)) {
            Run run = whole(first.uri(), BOTH).with(List.of(file(second.uri())));
            run.end();
            RunResult result = run.run(unused -> {});

            assertThat(result.ended()).isTrue();
            assertThat(result.requests()).isZero();
            assertThat(result.scenarios())
                    .hasSize(run.size())
                    .allMatch(scenario -> scenario.verdict() == Verdict.NOT_CHECKED);
        }
    }

    @Test
    void a_target_that_is_not_ready_when_the_run_is_ended_is_not_waited_for() throws Exception {
        URI gone = Ports.nobody();
        TargetFile file = Targets.file(Targets.BARE.replace("http://127.0.0.1:1", gone.toString())
                + "writes: allowed\nlifecycle: {start: [sleep, '60'], ready: /}\n");
        ContractRun run = new ContractRun(file, Choice.of(BOTH), out);
        CompletableFuture<RunResult> result = CompletableFuture.supplyAsync(() -> run.run(unused -> {}));
        await(() -> Files.exists(out.resolve("target.log")));
        await(() -> {
            run.end();
            return result.isDone();
        });

        assertThat(result.join().ended()).isTrue();
        assertThat(result.join().scenarios()).isEmpty();
    }

    /** Half as long as a target may take to be ready. */
    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(20);
        }
    }

    private ContractRun whole(URI uri, Set<String> clauses) {
        return new ContractRun(file(uri), Choice.of(clauses), out);
    }

    private static TargetFile file(URI uri) {
        return Targets.file(Targets.BARE.replace("http://127.0.0.1:1", uri.toString()) + "writes: allowed\n" + CLOCK);
    }

    private static boolean movesTheClock(RawServer.Received request) {
        return request.head().startsWith("POST /_clock");
    }
}
