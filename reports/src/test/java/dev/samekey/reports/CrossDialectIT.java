package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Verdict;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * A server of one dialect breaks of another dialect's contract what the two files say differently, and nothing else. It is part of
 * the whole proof.
 */
@OfTheWholeProof
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CrossDialectIT {
    /** What does not hang on luck: of a race's losers nobody can say beforehand what they meet. */
    private static final Set<String> CLAUSES = new LinkedHashSet<>(List.of(
            "KEY-1", "KEY-3", "KEY-9", "RPL-1", "RPL-2", "RPL-3", "RPL-6", "MIS-1", "SCP-3", "TTL-1", "TTL-2", "ERR-1",
            "ERR-2", "ERR-3"));

    private static final int SIDE_BY_SIDE = 4;
    private static final long LIMIT_MINUTES = 5;

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("cross-dialect");
    private final BundledServer server = BundledServer.start();
    private final WarmServers warm = new WarmServers(server, SIDE_BY_SIDE);
    private final ExecutorService runs = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    private final List<Pair> pairs = new ArrayList<>();

    @BeforeAll
    void startRuns() {
        for (String one : BundledServer.SYSTEMS_SHIPPED) {
            for (String other : BundledServer.SYSTEMS_SHIPPED) {
                if (!one.equals(other)) {
                    pairs.add(new Pair(one, other, runs.submit(() -> judge(one, other))));
                }
            }
        }
    }

    @AfterAll
    void stop() throws InterruptedException {
        runs.shutdownNow();
        assertThat(runs.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        warm.close();
        server.close();
    }

    @TestFactory
    List<DynamicTest> what_two_dialects_say_differently_is_what_breaks() {
        List<DynamicTest> tests = new ArrayList<>();
        pairs.forEach(pair -> tests.add(dynamicTest(
                pair.server() + " by " + pair.contract(),
                () -> assertThat(pair.result().broken()).isEqualTo(pair.result().expected()))));
        tests.add(dynamicTest(
                "the table is written to the docs",
                () -> CrossDialectTable.write(
                        pairs, CLAUSES, Path.of(System.getProperty("samekey.root"), "docs", "cross-dialect.md"))));
        return tests;
    }

    private Result judge(String system, String contract) throws Exception {
        Path folder = out.resolve(system + "-by-" + contract);
        TargetFile file = server.target(system, List.of(), folder);
        TargetFile crossed = new TargetFile(
                file.target(),
                Contracts.one(Dialects.shipped(contract)),
                file.secrets(),
                file.network(),
                file.folder(),
                file.choice());
        List<DialectDifference> differences = differences(file, crossed);
        Set<String> meant = new TreeSet<>();
        differences.forEach(difference -> meant.addAll(difference.clauses()));
        return warm.lend(process -> new Result(
                differences,
                new Unwritten(process)
                        .in(RunOptions.usual().breaking(meant))
                        .judge(crossed, Choice.of(CLAUSES), folder)));
    }

    private static List<DialectDifference> differences(TargetFile file, TargetFile crossed) {
        return DialectDifference.all().stream()
                .filter(difference -> difference.between().test(file, crossed.contract()))
                .toList();
    }

    /** A server of one dialect, judged by the contract of another. */
    record Pair(String server, String contract, Future<Result> run) {
        Result result() throws Exception {
            return run.get(LIMIT_MINUTES, TimeUnit.MINUTES);
        }
    }

    /** The expected and the actual verdicts. */
    record Result(List<DialectDifference> differences, ContractVerdict verdict) {
        Set<String> expected() {
            Set<String> clauses = new TreeSet<>();
            differences.forEach(difference -> clauses.addAll(difference.clauses()));
            return clauses;
        }

        Set<String> broken() {
            Set<String> clauses = new TreeSet<>();
            verdict.clauses().stream()
                    .filter(clause -> clause.verdict() == Verdict.BROKEN)
                    .forEach(clause -> clauses.add(clause.clause().id()));
            return clauses;
        }
    }
}
