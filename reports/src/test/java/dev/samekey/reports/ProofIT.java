package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.run.Coverage;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.ScenarioResult;
import dev.samekey.steps.verdict.Verdict;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The proof that the harness works: the clean server holds every clause, each defect breaks its own and is caught by it. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ProofIT {
    private static final int SIDE_BY_SIDE = 2;
    private static final long LIMIT_MINUTES = 10;

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("proof");
    private final BundledServer server = BundledServer.start();
    private final ExecutorService runs = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    private final Future<ContractVerdict> clean = runs.submit(() -> judge(null));
    private final Map<Defect, Future<ContractVerdict>> verdicts = new LinkedHashMap<>();

    @BeforeAll
    void startRuns() {
        for (String line : server.defects().stream().skip(1).toList()) {
            Defect defect = Defect.of(line);
            verdicts.put(defect, runs.submit(() -> judge(defect.name())));
        }
    }

    @AfterAll
    void stop() throws InterruptedException {
        runs.shutdownNow();
        assertThat(runs.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        server.close();
    }

    @Test
    void the_clean_server_holds_every_clause() throws Exception {
        assertThat(clean.get(LIMIT_MINUTES, TimeUnit.MINUTES).clauses().stream()
                        .filter(clause -> clause.verdict() != Verdict.HELD)
                        .map(clause -> clause.clause().id() + " " + clause.verdict() + ": " + clause.reason()))
                .isEmpty();
    }

    @Test
    void every_clause_has_a_defect_that_breaks_it() {
        Set<String> broken =
                verdicts.keySet().stream().map(Defect::clause).collect(Collectors.toCollection(TreeSet::new));
        assertThat(broken).isEqualTo(Coverage.clauses());
    }

    @TestFactory
    List<DynamicTest> each_defect_breaks_its_clause_and_only_what_follows_from_it() {
        List<DynamicTest> tests = new ArrayList<>();
        verdicts.forEach((defect, verdict) -> tests.add(dynamicTest(
                defect.name() + " breaks " + defect.clause(),
                () -> caught(defect, verdict.get(LIMIT_MINUTES, TimeUnit.MINUTES)))));
        tests.add(dynamicTest("every scenario is turned red by a defect", this::everyScenarioIsTurnedRed));
        tests.add(dynamicTest("the matrix is written to the docs", this::writeMatrix));
        return tests;
    }

    private void everyScenarioIsTurnedRed() throws Exception {
        Set<String> never = new TreeSet<>();
        clean.get(LIMIT_MINUTES, TimeUnit.MINUTES).run().scenarios().forEach(scenario -> never.add(name(scenario)));
        for (Future<ContractVerdict> verdict : verdicts.values()) {
            verdict.get(LIMIT_MINUTES, TimeUnit.MINUTES).run().scenarios().stream()
                    .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                    .forEach(scenario -> never.remove(name(scenario)));
        }
        assertThat(never).as("scenarios that no defect turned red").isEmpty();
    }

    private static String name(ScenarioResult scenario) {
        return scenario.clauses() + " " + scenario.name();
    }

    private static void caught(Defect defect, ContractVerdict verdict) {
        ClauseVerdict own = verdict.clauses().stream()
                .filter(clause -> clause.clause().id().equals(defect.clause()))
                .findFirst()
                .orElseThrow();
        assertThat(own.verdict()).as(own.reason()).isEqualTo(Verdict.BROKEN);
        assertThat(own.scenarios().stream()
                        .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                        .filter(scenario -> !names(scenario).containsAll(List.of("expected", "came")))
                        .map(ScenarioResult::name))
                .as("scenarios that were broken by something else than the clause's own assertion")
                .isEmpty();
        assertThat(verdict.clauses().stream()
                        .filter(clause -> !clause.equals(own) && clause.verdict() != Verdict.HELD)
                        .filter(clause -> clause.verdict() == Verdict.HARNESS_ERROR
                                || !defect.follows().contains(clause.clause().id()))
                        .map(clause -> clause.clause().id() + " " + clause.verdict() + ": " + clause.reason()))
                .as("clauses that do not hold and do not follow from " + defect.clause())
                .isEmpty();
        assertThat(verdict.exitCode()).isEqualTo(1);
    }

    private static List<String> names(ScenarioResult scenario) {
        return scenario.facts().stream().map(Fact::name).toList();
    }

    private void writeMatrix() throws Exception {
        Map<Defect, ContractVerdict> done = new LinkedHashMap<>();
        for (Map.Entry<Defect, Future<ContractVerdict>> entry : verdicts.entrySet()) {
            done.put(entry.getKey(), entry.getValue().get(LIMIT_MINUTES, TimeUnit.MINUTES));
        }
        DefectMatrix.write(done, Path.of(System.getProperty("samekey.root"), "docs", "defect-matrix.md"));
    }

    private ContractVerdict judge(@Nullable String defect) {
        Console silent = new Console(new PrintWriter(Writer.nullWriter()));
        Path folder = out.resolve(defect == null ? "clean" : defect);
        ContractVerdict verdict = new Judge(silent).bundled(server, defect, Coverage.clauses(), folder);
        System.out.println(folder.getFileName() + ": " + Console.summary(verdict));
        return verdict;
    }

    /** One line of what {@code reference-server.jar defects} prints. */
    record Defect(String name, String clause, Set<String> follows, String how) {
        static Defect of(String line) {
            List<String> cells = List.of(line.split(",", 4));
            return new Defect(cells.get(0), cells.get(1), Set.of(cells.get(2).split(" ", -1)), cells.get(3));
        }
    }
}
