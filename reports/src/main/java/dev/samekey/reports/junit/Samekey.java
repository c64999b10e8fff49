package dev.samekey.reports.junit;

import static org.junit.jupiter.api.DynamicTest.dynamicTest;

import dev.samekey.reports.cli.ClauseChoice;
import dev.samekey.reports.cli.Judge;
import dev.samekey.reports.render.Console;
import dev.samekey.reports.render.EvidenceFiles;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.judge.run.Features;
import dev.samekey.steps.model.targets.Overrides;
import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.opentest4j.TestAbortedException;

/**
 * Judges an API within a test of JUnit 5 or newer, such as one that has started it on a free port:
 *
 * <pre>{@code
 * @TestFactory
 * Stream<DynamicTest> contract() {
 *     return Samekey.target("src/test/resources/api.yaml").url("http://localhost:" + port).verify();
 * }
 * }</pre>
 *
 * <p>{@link SamekeyTest} says the same as an annotation.
 *
 * <p>Each clause is a test. It fails where the gate of the target file stops at the clause, with the sentence and the facts of
 * the first break. It is skipped, with the reason, where the clause was not judged or its break is known. The test of the gate
 * fails where a clause that counts is inconclusive, unless the gate of the target file lets that pass.
 */
public final class Samekey {
    static final String OUT = "target/samekey";

    private final Path file;
    private final @Nullable String profile;
    private final List<String> urls;
    private final List<String> clauses;
    private final Path out;
    private final @Nullable Path features;
    private final @Nullable String within;

    private Samekey(
            Path file,
            @Nullable String profile,
            List<String> urls,
            List<String> clauses,
            Path out,
            @Nullable Path features,
            @Nullable String within) {
        this.file = file;
        this.profile = profile;
        this.urls = List.copyOf(urls);
        this.clauses = List.copyOf(clauses);
        this.out = out;
        this.features = features;
        this.within = within;
    }

    /** The API of a target file, a path from the folder in which the tests run. */
    public static Samekey target(String file) {
        return target(Path.of(file));
    }

    public static Samekey target(Path file) {
        return new Samekey(file, null, List.of(), List.of(), Path.of(OUT), null, null);
    }

    /** The same API at these URLs, in place of those of the target file; several are replicas, and none are those of the file. */
    public Samekey url(String... others) {
        return new Samekey(file, profile, List.of(others), clauses, out, features, within);
    }

    /** With the members of the target file's profile of this name. */
    public Samekey profile(String name) {
        return new Samekey(file, name, urls, clauses, out, features, within);
    }

    /** Only these clauses or groups, such as {@code RPL} and {@code CON-1}; all of them where nothing is named. */
    public Samekey clauses(String... chosen) {
        return new Samekey(file, profile, urls, List.of(chosen), out, features, within);
    }

    /** The folder for the reports, {@code target/samekey} where nothing is said. */
    public Samekey out(Path folder) {
        return new Samekey(file, profile, urls, clauses, folder, features, within);
    }

    /** Runs the scenarios of the features in this folder and below it, in place of the shipped ones. */
    public Samekey features(Path folder) {
        return new Samekey(file, profile, urls, clauses, out, folder, within);
    }

    /**
     * Judges what harms most first, and begins no scenario when this time is used up, such as {@code 3m}. What was not reached is a
     * test that is skipped, and the test of the gate fails where the gate needs it.
     */
    public Samekey within(String time) {
        return new Samekey(file, profile, urls, clauses, out, features, time);
    }

    /**
     * Runs the scenarios, writes the reports, and returns a test for each clause and one for the gate.
     *
     * @throws dev.samekey.steps.model.file.BadFile when the target file or a feature cannot be used
     * @throws dev.samekey.steps.drive.process.CannotRun when the target does not answer, or the time is none
     */
    public Stream<DynamicTest> verify() {
        Features run = features == null ? Features.shipped() : Features.in(features);
        Set<String> chosen = ClauseChoice.of(clauses, Coverage.clauses(run));
        PrintWriter writer = new PrintWriter(System.out, true, StandardCharsets.UTF_8);
        ContractVerdict verdict =
                new Judge(new Console(writer)).running(run).within(within).target(read(), chosen, out);
        EvidenceFiles files = EvidenceFiles.named(verdict);
        return Stream.concat(
                verdict.clauses().stream().map(clause -> test(clause, verdict.gate(), files)),
                Stream.of(dynamicTest("the gate lets it pass", () -> pass(verdict))));
    }

    /** With the URLs in its place before it is checked: a URL of a test is refused as one of the file is. */
    private TargetFile read() {
        return TargetFile.read(file, Overrides.of(profile, urls), System.getenv());
    }

    private static DynamicTest test(ClauseVerdict clause, Gate gate, EvidenceFiles files) {
        return dynamicTest(clause.clause().id() + " " + clause.clause().title(), () -> judge(clause, gate, files));
    }

    private static void judge(ClauseVerdict clause, Gate gate, EvidenceFiles files) {
        List<Gate.Finding> findings =
                gate.of(clause).stream().filter(finding -> !finding.isOpen()).toList();
        if (!findings.isEmpty() || clause.verdict() == Verdict.HARNESS_ERROR) {
            throw new AssertionError(failure(clause, findings, files));
        }
        if (clause.verdict() != Verdict.HELD || clause.unreached() != null) {
            throw new TestAbortedException(
                    clause.verdict() + (gate.isKnown(clause) ? ", known: " : ": ") + clause.reason());
        }
    }

    private static String failure(ClauseVerdict clause, List<Gate.Finding> findings, EvidenceFiles files) {
        List<String> lines = new ArrayList<>(List.of(clause.reason()));
        findings.stream().map(Gate.Finding::text).forEach(lines::add);
        clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == clause.verdict())
                .findFirst()
                .map(files::facts)
                .orElse(List.of())
                .stream()
                .map(Fact::toString)
                .forEach(lines::add);
        return String.join("\n", lines);
    }

    private static void pass(ContractVerdict verdict) {
        if (verdict.exitCode() != 0) {
            throw new AssertionError(
                    "the run ended with " + verdict.overall() + "\n" + String.join("\n", verdict.whyItFails()));
        }
    }
}
