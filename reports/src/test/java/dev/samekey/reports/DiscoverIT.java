package dev.samekey.reports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.dataformat.csv.CsvMapper;
import com.fasterxml.jackson.dataformat.csv.CsvSchema;
import dev.samekey.reports.bundled.BundledServer;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.author.discover.Certainty;
import dev.samekey.steps.author.discover.Discovered;
import dev.samekey.steps.author.discover.Finding;
import dev.samekey.steps.author.discover.Resemblance;
import dev.samekey.steps.author.discover.TargetDiscovery;
import dev.samekey.steps.judge.run.Choice;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.RunOptions;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Dialects;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.Confidence;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.TargetFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The bundled server is asked by a target file that says where the key travels, and nothing else. Then it is judged by the
 * contract that was written: a clean one breaks nothing of it, and one with a defect breaks the clause that was warned of.
 */
@OfTheWholeProof
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Execution(ExecutionMode.CONCURRENT)
class DiscoverIT {
    private static final String BARE = "contract: {name: bare, key: {in: header, name: idempotency-key}}";

    /** What has to be found of each system; what else is found must agree with its dialect. */
    private static final List<String> FOUND = List.of(
            "key.in",
            "key.name",
            "key.required",
            "key.syntax",
            "key.min",
            "key.max",
            "key.characters",
            "fingerprint.of",
            "mismatch",
            "in_progress",
            "replay.mode",
            "replay.marker",
            "stored.4xx",
            "errors.code",
            "errors.content_type",
            "refusals.malformed_key.code",
            "refusals.payload_mismatch.status",
            "refusals.payload_mismatch.code",
            "refusals.in_progress.status",
            "refusals.in_progress.code",
            "refusals.in_progress.retry_after",
            "refusals.declined.code",
            "scope.principal",
            "scope.route");

    /** What it does is not what its OpenAPI document says, and the contract is what it does. */
    private static final String OTHERWISE_DOCUMENTED = "losers-get-425";

    /** System, defect and the clause that it contradicts. */
    private static final List<String[]> CONTRADICTIONS = List.of(
            new String[] {"playbook", "empty-key-accepted", "KEY-3"},
            new String[] {"playbook", "dedupes-by-payload", "KEY-5"},
            new String[] {"charges", "keyless-share-a-record", "KEY-9"},
            new String[] {"playbook", "re-executes-on-replay", "RPL-4"},
            new String[] {"playbook", "failure-replayed-as-success", "RPL-6"},
            new String[] {"playbook", "mismatch-replays", "MIS-1"},
            new String[] {"playbook", "mismatch-overwrites-record", "MIS-2"},
            new String[] {"playbook", "hashes-raw-bytes", "MIS-3"},
            new String[] {"playbook", "check-then-act", "CON-10"},
            new String[] {"playbook", "silent-double-write", "CON-10"},
            new String[] {"playbook", "lease-shorter-than-handler", "CON-10"},
            new String[] {"playbook", "loser-gets-500", "CON-2"},
            new String[] {"playbook", "global-key-scope", "SCP-1"},
            new String[] {"playbook", "replay-crosses-principals", "SCP-2"},
            new String[] {"playbook", "replay-crosses-routes", "SCP-3"},
            new String[] {"harbor-point", "scope-ignores-tenant", "SCP-4"});

    private static final Confidence ONE_ROUND = new Confidence(0.95, 0.95);
    private static final int MOST_RUNS = 3;
    private static final int SIDE_BY_SIDE = 3;

    private final Path out = Path.of(System.getProperty("samekey.out")).resolveSibling("discover");
    private final BundledServer server = BundledServer.start();
    private final WarmServers warm = new WarmServers(server, SIDE_BY_SIDE);

    @AfterAll
    void stop() {
        warm.close();
        server.close();
    }

    static Stream<String> systems() {
        return BundledServer.SYSTEMS_SHIPPED.stream();
    }

    @ParameterizedTest
    @MethodSource("systems")
    void a_system_is_found_to_follow_its_dialect_and_keeps_the_contract_that_is_written(String system)
            throws Exception {
        Discovered discovered = discovered(system, system, List.of());

        Resemblance nearest = Objects.requireNonNull(discovered.nearest(), discovered.findings()::toString);
        assertThat(discovered.warnings()).isEmpty();
        assertThat(nearest.dialect()).isEqualTo(system);
        assertThat(nearest.differing()).isEmpty();
        assertThat(nearest.agreeing()).extracting(Finding::member).containsAll(FOUND);
        assertThat(nearest.more()).extracting(Finding::member).isSubsetOf("stored.validation", "replay.status");
        assertThat(discovered.findings())
                .filteredOn(finding -> finding.certainty() == Certainty.OPEN)
                .isEmpty();
        assertThat(certainties(discovered))
                .containsEntry("mismatch", Certainty.SURE)
                .containsEntry("in_progress", Certainty.SURE)
                .containsEntry("fingerprint.of", Certainty.SURE)
                .containsEntry("key.max", Certainty.SURE)
                .containsEntry("replay.marker", Certainty.SURE);
        assertThat(contract(discovered.contract()))
                .usingRecursiveComparison()
                .ignoringFields("name", "stored.validation", "key.characters")
                .isEqualTo(Dialects.shipped(system));

        assertThat(broken(system, system, List.of(), discovered, clauses())).isEmpty();
    }

    @TestFactory
    List<DynamicTest> a_variant_keeps_the_contract_that_is_written() throws IOException {
        List<DynamicTest> tests = new ArrayList<>();
        MappingIterator<Map<String, String>> rows = new CsvMapper()
                .readerForMapOf(String.class)
                .with(CsvSchema.emptySchema().withHeader())
                .readValues(String.join("\n", server.variants()));
        for (Map<String, String> row : rows.readAll()) {
            String name = row.getOrDefault("name", "");
            String dialect = row.getOrDefault("dialect", "");
            String system = dialect.isEmpty() ? BundledServer.SYSTEMS_SHIPPED.get(0) : dialect;
            tests.add(dynamicTest(name, () -> {
                List<String> arguments = List.of("--variant", name);
                Discovered discovered = discovered(system, name, arguments);
                assertThat(discovered.warnings()).isEmpty();
                assertThat(broken(system, name, arguments, discovered, clauses()))
                        .as(discovered.contract())
                        .allMatch(line -> name.equals(OTHERWISE_DOCUMENTED) && line.startsWith("DOC-1"));
            }));
        }
        return tests;
    }

    static Stream<Arguments> contradictions() {
        return CONTRADICTIONS.stream().map(row -> Arguments.of((Object[]) row));
    }

    @ParameterizedTest
    @MethodSource("contradictions")
    void what_contradicts_a_must_is_a_warning_and_breaks_the_contract_that_is_written(
            String system, String defect, String clause) throws Exception {
        List<String> arguments = List.of("--defect", defect);
        Discovered discovered = discovered(system, defect, arguments);
        assertThat(discovered.warnings())
                .extracting(warning -> warning.breach().clause())
                .contains(clause);
        assertThat(settled(() -> judged(system, defect, arguments, discovered, Set.of(clause), Set.of(clause)), clause))
                .as(discovered.contract())
                .anyMatch(line -> line.startsWith(clause + " BROKEN"));
    }

    /** Some defects show in a race only: on a busy machine it may take place too late to show anything. */
    private static List<String> settled(Callable<ContractVerdict> judging, String clause) throws Exception {
        List<String> seen = lines(judging.call());
        for (int i = 1;
                i < MOST_RUNS && seen.stream().anyMatch(line -> line.startsWith(clause + " INCONCLUSIVE"));
                i++) {
            seen = lines(judging.call());
        }
        return seen;
    }

    private static List<String> lines(ContractVerdict verdict) {
        return verdict.clauses().stream()
                .map(clause -> clause.clause().id() + " " + clause.verdict() + ": " + clause.reason())
                .toList();
    }

    private Discovered discovered(String system, String name, List<String> arguments) throws Exception {
        TargetFile file =
                server.target(system, yaml -> edited(yaml, "contract: " + system), arguments, out.resolve(name));
        Discovered discovered = warm.lend(process -> new TargetDiscovery(file, process).run());
        discovered.warnings().forEach(warning -> System.out.println(name + ": " + warning.described()));
        return discovered;
    }

    private List<String> broken(
            String system, String name, List<String> arguments, Discovered discovered, Set<String> clauses)
            throws Exception {
        return lines(judged(system, name, arguments, discovered, clauses, Set.of())).stream()
                .filter(line -> line.contains(" BROKEN: ") || line.contains(" HARNESS_ERROR: "))
                .toList();
    }

    /**
     * Judges the server by the contract that was written of it.
     *
     * @param meant the clauses that the server is built to break
     */
    private ContractVerdict judged(
            String system,
            String name,
            List<String> arguments,
            Discovered discovered,
            Set<String> clauses,
            Set<String> meant)
            throws Exception {
        Path folder = out.resolve(name + "-judged");
        TargetFile shipped = server.target(system, arguments, folder);
        TargetFile file = new TargetFile(
                shipped.target().racing(ONE_ROUND),
                Contracts.one(contract(discovered.contract())),
                shipped.secrets(),
                shipped.network(),
                shipped.folder(),
                shipped.choice());
        ContractVerdict verdict = warm.lend(process -> new Unwritten(process)
                .in(RunOptions.usual().breaking(meant))
                .judge(file, Choice.of(clauses).calm(), folder));
        System.out.println(name + ": " + Console.summary(verdict));
        return verdict;
    }

    private static Set<String> clauses() {
        Set<String> calm = new TreeSet<>(Coverage.derived());
        calm.addAll(Coverage.clauses(scenario -> !scenario.has("crash")));
        return calm;
    }

    private static Map<String, Certainty> certainties(Discovered discovered) {
        return discovered.findings().stream().collect(Collectors.toMap(Finding::member, Finding::certainty));
    }

    /** The section that is written, read as a target file's is. */
    private static Contract contract(@Nullable String text) {
        YamlFile section = YamlFile.of("section", String.valueOf(text));
        return section.tree().path("contract").isTextual()
                ? Dialects.shipped(section.tree().path("contract").asText())
                : Dialects.of(section.at("contract"), "found");
    }

    private static String edited(String yaml, String line) {
        assertThat(yaml).contains(line + "\n");
        return yaml.replace(line + "\n", BARE + "\n");
    }
}
