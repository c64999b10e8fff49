package dev.samekey.reports.shard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.reports.Samples;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.Reports;
import dev.samekey.reports.render.RunEvidence;
import dev.samekey.reports.verdict.Baseline;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Narrowed;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.judge.run.Shard;
import dev.samekey.steps.judge.run.Split;
import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.judge.world.Controlled;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MergeTest {
    private static final List<ScenarioResult> ALL = List.of(
            Samples.scenario("RPL-1", "payment", Verdict.HELD),
            Samples.scenario("RPL-1", "refund", Verdict.BROKEN),
            Samples.scenario("RPL-2", "payment", Verdict.HELD),
            Samples.scenario("RPL-2", "refund", Verdict.HELD));
    private static final Set<String> CLAUSES = Set.of("RPL-1", "RPL-2", "REV-1");

    private Path folder;

    private Path one;
    private Path two;

    @BeforeEach
    void two_shards(@TempDir Path empty) {
        folder = empty;
        one = written(folder, "one", 1, UnaryOperator.identity());
        two = written(folder, "two", 2, UnaryOperator.identity());
    }

    /** The first shard has the payments, the second the refunds. */
    private static Path written(Path folder, String name, int number, UnaryOperator<ShardReport> edit) {
        Split split = new Split(
                2,
                ALL.stream()
                        .map(result -> item(result, "payment".equals(result.operation()) ? 1 : 2))
                        .toList());
        RunResult whole = whole();
        RunResult seen = whole.with(ALL.stream()
                .filter(result -> "payment".equals(result.operation()) == (number == 1))
                .toList());
        ShardReport report = ShardReport.of(
                "1.0", "run 7", new Shard(number, 2), split, CLAUSES, Samples.api(), Baseline.NONE, seen);
        try {
            Path shard = Files.createDirectories(folder.resolve(name));
            edit.apply(report).write(shard);
            return shard;
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static Split.Item item(ScenarioResult result, int shard) {
        return new Split.Item(result.scenario(), shard);
    }

    private static RunResult whole() {
        return Samples.verdict(CLAUSES, ALL.toArray(ScenarioResult[]::new)).run();
    }

    @Test
    void the_verdict_of_all_shards_is_that_of_one_run() {
        ContractVerdict alone = Samples.verdict(CLAUSES, ALL.toArray(ScenarioResult[]::new));

        ContractVerdict merged = Merge.of(List.of(two, one)).verdict();

        assertThat(merged.exitCode()).isEqualTo(alone.exitCode()).isEqualTo(1);
        assertThat(merged.gate().findings()).isEqualTo(alone.gate().findings());
        assertThat(merged.clauses()).isEqualTo(alone.clauses());
        assertThat(merged.counts()).isEqualTo(alone.counts());
    }

    @Test
    void five_shards_make_the_reports_that_one_run_makes() throws IOException {
        List<ScenarioResult> all = new ArrayList<>();
        Iterator<Verdict> drawn = Stream.generate(() -> Stream.of(Verdict.values()))
                .flatMap(verdicts -> verdicts)
                .iterator();
        for (String clause : List.of("KEY-1", "RPL-1", "RPL-2", "MIS-1", "CON-1")) {
            for (String operation : List.of("payment", "refund")) {
                all.add(Samples.scenario(clause, operation, drawn.next()));
            }
        }
        Set<String> clauses = Set.of("KEY-1", "RPL-1", "RPL-2", "MIS-1", "CON-1", "REV-1", "CON-12");
        RunResult whole =
                Samples.verdict(clauses, all.toArray(ScenarioResult[]::new)).run();
        Split split = new Split(
                5,
                IntStream.range(0, all.size())
                        .mapToObj(index -> item(all.get(index), 1 + index % 5))
                        .toList());
        Path shards = Files.createDirectories(folder.resolve("five"));
        for (int shard = 1; shard <= 5; shard++) {
            int number = shard;
            List<ScenarioResult> own = IntStream.range(0, all.size())
                    .filter(index -> 1 + index % 5 == number)
                    .mapToObj(all::get)
                    .toList();
            // The requests of one run are sent by all of its shards together.
            RunResult part = new RunResult(
                    whole.target(),
                    whole.contract(),
                    own,
                    List.of(),
                    number == 1 ? whole.requests() : 0,
                    number == 1 ? whole.cleaned() : Cleaned.NOTHING,
                    false,
                    whole.obstacle(),
                    whole.seed(),
                    whole.start(),
                    whole.took());
            ShardReport.of("1.0", "run 7", new Shard(shard, 5), split, clauses, Samples.api(), Baseline.NONE, part)
                    .write(Files.createDirectories(shards.resolve("" + shard)));
        }

        ContractVerdict alone = Samples.verdict(clauses, all.toArray(ScenarioResult[]::new));
        ContractVerdict merged = Merge.of(List.of(shards)).verdict();
        new Reports("allure-report").write(alone, folder.resolve("alone"));
        new Reports("allure-report").write(merged, folder.resolve("merged"));

        assertThat(folder.resolve("merged/junit.xml")).hasSameTextualContentAs(folder.resolve("alone/junit.xml"));
        assertThat(files(folder.resolve("merged"))).isEqualTo(files(folder.resolve("alone")));
        assertThat(results(folder.resolve("merged"))).hasSize(all.size()).isEqualTo(results(folder.resolve("alone")));
    }

    private static Map<String, String> files(Path report) throws IOException {
        Map<String, String> texts = new TreeMap<>();
        for (String name : List.of("contract-matrix.html", "contract-matrix.md", "verdict.json")) {
            texts.put(name, Files.readString(report.resolve(name)));
        }
        StringWriter archive = new StringWriter();
        new RunEvidence(report).print(" of a ", new PrintWriter(archive));
        texts.put("evidence.zip", archive.toString());
        return texts;
    }

    /** What Allure shows of each test. The names of its files are random. */
    private static List<String> results(Path report) throws IOException {
        List<String> results = new ArrayList<>();
        try (Stream<Path> files = Files.list(report.resolve("allure-results"))) {
            for (Path file :
                    files.filter(one -> one.toString().endsWith("-result.json")).toList()) {
                results.add(Files.readString(file).replaceAll("(\"(uuid|source)\" *: *\")[^\"]*", "$1"));
            }
        }
        return results.stream().sorted().toList();
    }

    @Test
    void each_step_keeps_its_own_evidence() throws IOException {
        ContractVerdict merged = Merge.of(List.of(one, two)).verdict();

        assertThat(merged.run().scenarios()).isEqualTo(whole().scenarios());
        for (ScenarioResult scenario : merged.run().scenarios()) {
            for (Evidence piece : scenario.steps().get(0).evidence()) {
                assertThat(scenario.evidence())
                        .usingElementComparator(MergeTest::identity)
                        .contains(piece);
            }
        }
        new Reports(null).write(merged, folder.resolve("report"));
        assertThat(folder.resolve("report")).isDirectoryContaining("glob:**/verdict.json");
    }

    private static int identity(Evidence one, Evidence other) {
        return Integer.compare(System.identityHashCode(one), System.identityHashCode(other));
    }

    @Test
    void a_folder_of_shards_stands_for_all_of_them() {
        assertThat(Merge.of(List.of(folder)).verdict().run().scenarios()).hasSize(4);
    }

    @Test
    void a_missing_shard_is_named_and_lets_nothing_pass() {
        ContractVerdict merged = Merge.of(List.of(one)).verdict();

        assertThat(merged.exitCode()).isEqualTo(1);
        assertThat(merged.run().scenarios())
                .filteredOn(result -> "refund".equals(result.operation()))
                .allSatisfy(result -> {
                    assertThat(result.verdict()).isEqualTo(Verdict.NOT_CHECKED);
                    assertThat(result.reason()).isEqualTo("shard 2 of 2 is missing");
                });
        assertThat(merged.gate().findings())
                .anySatisfy(finding -> assertThat(finding.text()).startsWith("shard 2 of 2 is missing"));
    }

    @Test
    void without_a_shard_nothing_is_held_on_the_whole() throws IOException {
        ContractVerdict merged = Merge.of(List.of(one)).verdict();

        assertThat(merged.overall()).isEqualTo(Verdict.NOT_CHECKED);
        assertThat(Console.summary(merged)).startsWith("Acme: NOT_CHECKED, the run is incomplete (");
        new Reports(null).write(merged, folder.resolve("report"));
        assertThat(folder.resolve("report/contract-matrix.md"))
                .content()
                .startsWith("# Acme: not checked, the run is incomplete");
        assertThat(folder.resolve("report/junit.xml"))
                .content()
                .contains(
                        "<testcase classname=\"gate\" name=\"the whole run\"><failure message=\"shard 2 of 2 is missing")
                .doesNotContain("name=\"\"");
    }

    @Test
    void a_break_that_was_seen_counts_more_than_a_missing_shard() {
        assertThat(Merge.of(List.of(two)).verdict().overall()).isEqualTo(Verdict.BROKEN);
    }

    @Test
    void two_shards_with_one_number_are_named() {
        Path again = written(folder, "again", 2, UnaryOperator.identity());

        assertThatThrownBy(() -> Merge.of(List.of(one, two, again)))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("two/shard.json")
                .hasMessageContaining("again/shard.json")
                .hasMessageContaining("are both shard 2 of 2");
    }

    @Test
    void shards_of_different_runs_are_named_with_what_differs() {
        Path other = written(
                folder,
                "other",
                2,
                report -> new ShardReport(
                        report.version(),
                        "run 8",
                        report.shard(),
                        report.split(),
                        report.clauses(),
                        report.api(),
                        report.baseline(),
                        report.result(),
                        report.noted()));

        assertThatThrownBy(() -> Merge.of(List.of(one, other)))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("one/shard.json")
                .hasMessageContaining("other/shard.json")
                .hasMessageContaining("the run of the first is «run 7», that of the second is «run 8»");
    }

    @Test
    void shards_of_another_target_file_are_refused() {
        Path other = written(
                folder,
                "other",
                2,
                report -> new ShardReport(
                        report.version(),
                        report.run(),
                        report.shard(),
                        new Split(2, report.split().scenarios().subList(0, 3)),
                        report.clauses(),
                        report.api(),
                        report.baseline(),
                        report.result(),
                        report.noted()));

        assertThatThrownBy(() -> Merge.of(List.of(one, other)))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("the same target file");
    }

    @Test
    void shards_that_leave_out_something_else_are_refused() {
        Narrowed narrowed = new Narrowed(Set.of(), Set.of(), Set.of("RPL-3"));
        Path other = written(
                folder,
                "other",
                2,
                report -> new ShardReport(
                        report.version(),
                        report.run(),
                        report.shard(),
                        report.split(),
                        report.clauses(),
                        report.api(),
                        report.baseline().narrowed(narrowed),
                        report.result(),
                        report.noted()));

        assertThatThrownBy(() -> Merge.of(List.of(one, other)))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("their --operation, --scenario or --only-failed differ");
        assertThat(Merge.of(List.of(other)).verdict().gate().baseline().narrowed())
                .isEqualTo(narrowed);
    }

    @Test
    void a_control_that_failed_in_a_shard_is_said() {
        Path other = written(
                folder,
                "two",
                2,
                report -> ShardReport.of(
                        report.version(),
                        report.run(),
                        report.shard(),
                        report.split(),
                        report.clauses(),
                        report.api(),
                        report.baseline(),
                        controlled(report.seen())));

        assertThat(Merge.of(List.of(one, other)).lines())
                .containsSequence("shard 2 of 2: 2 scenarios, 42 requests, 3.0 s", "  the control got 500");
    }

    private static RunResult controlled(RunResult run) {
        return new RunResult(
                run.target(),
                run.contract(),
                run.scenarios(),
                List.of(new Controlled("refund", false, "the control got 500")),
                run.requests(),
                run.cleaned(),
                run.ended(),
                run.obstacle(),
                run.seed(),
                run.start(),
                run.took());
    }

    @Test
    void a_damaged_shard_is_named() throws IOException {
        Path file = two.resolve(ShardReport.NAME);
        String text = Files.readString(file);
        Files.writeString(file, text.substring(0, text.length() / 2));

        assertThatThrownBy(() -> Merge.of(List.of(one, two)))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("two/shard.json, line 1")
                .hasMessageContaining("run that shard again");
    }

    @ParameterizedTest
    @ValueSource(strings = {"{}", "null"})
    void a_shard_that_lacks_members_is_named(String text) throws IOException {
        Files.writeString(two.resolve(ShardReport.NAME), text);

        assertThatThrownBy(() -> Merge.of(List.of(one, two)))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("two/shard.json: is no whole report of a shard");
    }

    @Test
    void a_folder_without_a_shard_is_named() throws IOException {
        Path empty = Files.createDirectories(folder.resolve("empty"));

        assertThatThrownBy(() -> Merge.of(List.of(empty)))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("empty holds no shard.json");
        assertThatThrownBy(() -> Merge.of(List.of(folder.resolve("nowhere"))))
                .isInstanceOf(CannotRun.class)
                .hasMessageContaining("there is no folder");
    }

    @Test
    void the_folder_of_a_shard_is_known() {
        Merge merge = Merge.of(List.of(one, two));

        assertThat(merge.isIn(one)).isTrue();
        assertThat(merge.isIn(folder.resolve("report"))).isFalse();
    }
}
