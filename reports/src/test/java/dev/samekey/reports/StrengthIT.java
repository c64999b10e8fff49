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
import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Isolation;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;

/**
 * What only an interaction of conditions breaks holds as usual, and is found at its strength with the smallest combination
 * named. The clean server holds under all of them.
 *
 * <p>As usual one interaction of each clause is looked for, and one order; {@code -Dproof=whole} looks for all, and tries variants.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StrengthIT {
    private static final int SIDE_BY_SIDE = 3;
    private static final long LIMIT_MINUTES = 10;
    private static final String SYSTEM = "playbook";
    private static final Set<String> SOME = Set.of("RPL-2", "RPL-4", "MIS-1");
    private static final String ORDER = "STO-8";
    private static final Set<String> ALL = Set.of();
    /** Every operation has these defects, and two of them show that they are found. */
    private static final Set<String> TWO = Set.of("payment", "refund");
    /** Those that might be taken for a defect: ids that look like other numbers, and duplicates that wait. */
    private static final List<String> VARIANTS = List.of("numeric-ids", "losers-wait");

    /** A break that is found once is found; the whole proof looks whether the second operation has it too. */
    private static final RunOptions UNTIL_BROKEN =
            RunOptions.usual().until(result -> result.verdict() == Verdict.BROKEN);

    private static final String USUAL_ORDER = "payload-forgotten-at-cleanup";
    /** By defect, the transitions of the shortest path that shows it. */
    private static final Map<String, String> ORDERS = Map.of(
            "payload-forgotten-at-cleanup", "first-request, success, cleanup-completed, mismatch-refused",
            "payload-forgotten-at-takeover", "first-request, takeover, success-after-takeover, mismatch-refused",
            "payload-forgotten-at-crash", "first-request, success, crash-after-completion, mismatch-refused");

    private final boolean whole = System.getProperty("samekey.proof", "").equals("whole");
    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("strength");
    private final BundledServer server = BundledServer.start();
    private final WarmServers warm = new WarmServers(server, SIDE_BY_SIDE);
    private final ExecutorService runs = Executors.newFixedThreadPool(SIDE_BY_SIDE);
    private final Map<Interaction, Future<ContractVerdict>> verdicts = new LinkedHashMap<>();
    private final Map<String, Future<ContractVerdict>> others = new LinkedHashMap<>();

    @BeforeAll
    void startRuns() {
        server.recordClasses();
        Set<String> seen = new TreeSet<>();
        others.put("clean", runs.submit(() -> judge("clean", List.of(), SOME, 2, ALL)));
        others.put("clean order", runs.submit(() -> judge("clean-order", List.of(), Set.of(ORDER), 2, ordered())));
        variants()
                .forEach(variant -> others.put(
                        variant,
                        runs.submit(() -> judge(variant, List.of("--variant", variant), Set.of(ORDER), 2, ordered()))));
        orders().keySet()
                .forEach(defect -> others.put(
                        defect,
                        runs.submit(() -> judge(defect, List.of("--defect", defect), Set.of(ORDER), 2, ordered()))));
        for (Interaction defect : interactions()) {
            if (whole || seen.add(defect.clause())) {
                verdicts.put(
                        defect,
                        runs.submit(() -> judge(
                                defect.name(),
                                defect.arguments(),
                                Set.of(defect.clause()),
                                defect.strength(),
                                TWO,
                                whole ? RunOptions.usual() : UNTIL_BROKEN)));
            }
        }
    }

    /** The operations whose orders of events are tried. */
    private Set<String> ordered() {
        return whole ? ALL : TWO;
    }

    private List<String> variants() {
        return whole ? VARIANTS : List.of();
    }

    private Map<String, String> orders() {
        return whole ? ORDERS : Map.of(USUAL_ORDER, Objects.requireNonNull(ORDERS.get(USUAL_ORDER)));
    }

    @AfterAll
    void stop() throws InterruptedException {
        runs.shutdownNow();
        assertThat(runs.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        warm.close();
        server.close();
    }

    @Test
    void the_clean_server_holds_under_every_combination() throws Exception {
        ContractVerdict verdict = done(Objects.requireNonNull(others.get("clean")));

        assertThat(verdict.clauses()).extracting(ClauseVerdict::verdict).containsOnly(Verdict.HELD);
        // What runs alone is judged as usual only.
        assertThat(verdict.run().scenarios().stream()
                        .filter(scenario -> scenario.isolation() != Isolation.ALONE)
                        .map(StrengthIT::conditions))
                .hasSizeGreaterThan(10)
                .allSatisfy(held -> assertThat(held).matches("held under (\\d+) of \\1 combinations"));
    }

    @Test
    void the_clean_server_and_variants_hold_whatever_order_events_have() throws Exception {
        assertOrder("clean order");
        for (String variant : variants()) {
            assertOrder(variant);
        }
    }

    private void assertOrder(String name) throws Exception {
        assertThat(done(Objects.requireNonNull(others.get(name))).clauses())
                .as(name)
                .extracting(ClauseVerdict::verdict)
                .containsOnly(Verdict.HELD);
    }

    @TestFactory
    List<DynamicTest> each_defect_of_an_order_is_found_and_its_shortest_path_is_named() {
        return orders().entrySet().stream()
                .map(entry -> dynamicTest(
                        entry.getKey(),
                        () -> assertThat(done(Objects.requireNonNull(others.get(entry.getKey())))
                                        .run()
                                        .scenarios())
                                .filteredOn(scenario -> scenario.verdict() == Verdict.BROKEN)
                                .isNotEmpty()
                                .allSatisfy(scenario -> assertThat(scenario.facts())
                                        .contains(new Fact("transitions", entry.getValue())))))
                .toList();
    }

    @TestFactory
    List<DynamicTest> each_interaction_is_found_and_its_smallest_combination_is_named() {
        return verdicts.entrySet().stream()
                .map(entry -> dynamicTest(
                        entry.getKey().name() + " breaks " + entry.getKey().clause(),
                        () -> assertFound(entry.getKey(), done(entry.getValue()))))
                .toList();
    }

    /** The conditions of a break are looked for only where the clause holds as usual. */
    private static void assertFound(Interaction defect, ContractVerdict verdict) {
        List<ScenarioResult> broken = verdict.run().scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN)
                .toList();
        assertThat(broken.stream().map(scenario -> parts(conditions(scenario))))
                .as("the conditions of scenarios that are broken")
                .containsOnly(parts(defect.conditions()));
        assertThat(broken.stream().map(ScenarioResult::sentence))
                .allSatisfy(sentence -> assertThat(sentence).contains(", when "));
    }

    private static Set<String> parts(String conditions) {
        return new TreeSet<>(List.of(conditions.split(", ")));
    }

    private static String conditions(ScenarioResult scenario) {
        return scenario.facts().stream()
                .filter(fact -> fact.name().equals("conditions"))
                .map(Fact::value)
                .findFirst()
                .orElse("");
    }

    private static ContractVerdict done(Future<ContractVerdict> verdict) throws Exception {
        return verdict.get(LIMIT_MINUTES, TimeUnit.MINUTES);
    }

    private ContractVerdict judge(
            String name, List<String> arguments, Set<String> clauses, int strength, Set<String> operations)
            throws Exception {
        return judge(name, arguments, clauses, strength, operations, RunOptions.usual());
    }

    private ContractVerdict judge(
            String name,
            List<String> arguments,
            Set<String> clauses,
            int strength,
            Set<String> operations,
            RunOptions runOptions)
            throws Exception {
        Path folder = out.resolve(name);
        ContractVerdict verdict = warm.lend(process -> new Unwritten(process)
                .in(runOptions)
                .ofStrength(strength)
                .judge(
                        server.target(SYSTEM, arguments, folder),
                        Choice.of(clauses).about(operations),
                        folder));
        System.out.println(name + ": " + Console.summary(verdict));
        return verdict;
    }

    private List<Interaction> interactions() {
        try (MappingIterator<Interaction> rows = new CsvMapper()
                .readerFor(Interaction.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(String.join("\n", server.interactions()))) {
            return rows.readAll();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A row of what {@code reference-server.jar interactions} prints. */
    record Interaction(String name, String clause, int strength, String conditions, String how) {
        List<String> arguments() {
            return List.of("--defect", name);
        }
    }
}
