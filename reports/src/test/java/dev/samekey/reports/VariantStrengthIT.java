package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.model.conditions.ConditionModel;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * No conforming variant raises an alarm under pairs of conditions and pairs of transitions. It takes a minute for each of them,
 * so it is off unless it is asked for: {@code -Dproof=whole}.
 */
@OfTheWholeProof
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class VariantStrengthIT {
    private static final int STRENGTH = 2;
    private static final int SIDE_BY_SIDE = 3;
    private static final String USUAL_SYSTEM = "playbook";
    private static final String ORDER = "STO-8";

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("variant-strength");
    private final BundledServer server = BundledServer.start();
    private final WarmServers warm = new WarmServers(server, SIDE_BY_SIDE);

    @BeforeAll
    void prepare() {
        server.recordClasses();
    }

    @AfterAll
    void stop() {
        warm.close();
        server.close();
    }

    @TestFactory
    List<DynamicTest> no_conforming_variant_raises_an_alarm_under_conditions() {
        return variants().stream()
                .map(variant -> dynamicTest(
                        variant.name(),
                        () -> assertThat(judged(variant).clauses().stream()
                                        .filter(clause -> clause.verdict() == Verdict.BROKEN
                                                || clause.verdict() == Verdict.HARNESS_ERROR)
                                        .map(VariantStrengthIT::described))
                                .isEmpty()))
                .toList();
    }

    private ContractVerdict judged(Variant variant) throws Exception {
        Path folder = out.resolve(variant.name());
        ContractVerdict verdict = warm.lend(process -> new Unwritten(process)
                .ofStrength(STRENGTH)
                .judge(server.target(variant.system(), variant.arguments(), folder), Choice.of(clauses()), folder));
        System.out.println(variant.name() + ": " + Console.summary(verdict));
        return verdict;
    }

    private static Set<String> clauses() {
        Set<String> clauses = new TreeSet<>(ConditionModel.shipped().clauses().keySet());
        clauses.add(ORDER);
        return clauses;
    }

    private static String described(ClauseVerdict clause) {
        return clause.clause().id() + " " + clause.verdict() + ": " + clause.reason();
    }

    private List<Variant> variants() {
        try (MappingIterator<Variant> rows = new CsvMapper()
                .readerFor(Variant.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(String.join("\n", server.variants()))) {
            return rows.readAll();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A row of what {@code reference-server.jar variants} prints. */
    record Variant(String name, String how, boolean slow, String dialect, String states) {
        String system() {
            return dialect.isEmpty() ? USUAL_SYSTEM : dialect;
        }

        List<String> arguments() {
            return List.of("--variant", name);
        }
    }
}
