package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.bundled.WarmServer;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/** The usual proof abandons a server where a run kills its process. A server that is abandoned shows what a killed one shows. */
@OfTheWholeProof
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class AbandonedServerIT {
    private static final Set<String> CRASHES =
            Coverage.clauses(scenario -> scenario.has("crash") && !scenario.has("optional"));

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("abandoned");
    private final OwedClauses owed = OwedClauses.of(out);
    private final BundledServer server = BundledServer.start();
    private final WarmServer abandoned = server.warm();
    private final WarmServer killed = server.killed();

    @AfterAll
    void stop() {
        abandoned.close();
        killed.close();
        server.close();
    }

    @TestFactory
    List<DynamicTest> the_verdict_is_that_of_a_kill() throws IOException {
        return defects().stream()
                .map(defect -> dynamicTest(String.valueOf(defect.get("name")), () -> {
                    Set<String> clause = Set.of(String.valueOf(defect.get("clause")));
                    assertThat(verdicts(defect, clause, abandoned))
                            .isEqualTo(verdicts(defect, clause, killed))
                            .containsValue(Verdict.BROKEN);
                }))
                .toList();
    }

    private Map<String, Verdict> verdicts(Map<String, String> defect, Set<String> clause, WarmServer process)
            throws IOException {
        String dialect = defect.getOrDefault("dialect", "");
        String system = dialect.isEmpty() ? owed.system(String.valueOf(defect.get("clause"))) : dialect;
        List<String> arguments = List.of("--defect", String.valueOf(defect.get("name")));
        Path folder = out.resolve(String.valueOf(defect.get("name")));
        ContractVerdict verdict = new Unwritten(process)
                .judge(server.target(system, arguments, folder), new Choice(clause, Set.of()), folder);
        return verdict.clauses().stream()
                .filter(judged -> clause.contains(judged.clause().id()))
                .collect(Collectors.toMap(judged -> judged.clause().id(), judged -> judged.verdict()));
    }

    /** Those of the clauses that a crash can show. */
    private List<Map<String, String>> defects() throws IOException {
        try (MappingIterator<Map<String, String>> rows = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(String.join("\n", server.defects()))) {
            return rows.readAll().stream()
                    .filter(defect -> CRASHES.contains(String.valueOf(defect.get("clause"))))
                    .toList();
        }
    }
}
