package dev.samekey.reports.render;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.reports.verdict.KnownBreak;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The contract matrix, clauses by operations: as one self-contained HTML page, and as Markdown. */
public final class Matrix {
    private static final Map<Verdict, String> SIGNS = Map.of(
            Verdict.HELD, "✓",
            Verdict.BROKEN, "✗",
            Verdict.NOT_CHECKED, "–",
            Verdict.NOT_APPLICABLE, "·",
            Verdict.INCONCLUSIVE, "?",
            Verdict.HARNESS_ERROR, "!");

    private final AllureLinks allure;

    /** @param allure where the Allure report will be, from the folder of the matrix */
    public Matrix(@Nullable String allure) {
        this.allure = new AllureLinks(allure);
    }

    public void write(ContractVerdict verdict, EvidenceFiles evidence, Path folder) throws IOException {
        Map<String, Object> page = page(verdict, evidence);
        Templates.writeHtml(folder, "contract-matrix.html", page);
        Templates.writeMarkdown(folder, "contract-matrix.md", page);
    }

    private Map<String, Object> page(ContractVerdict verdict, EvidenceFiles evidence) {
        List<String> operations = verdict.run().scenarios().stream()
                .map(ScenarioResult::operation)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .distinct()
                .toList();
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("target", verdict.run().target());
        page.put("contract", verdict.run().contract());
        page.put("verdict", words(verdict.overall()) + Console.incomplete(verdict));
        page.put("class", css(verdict.overall()));
        page.put("gate", Console.gate(verdict));
        page.put("gateClass", verdict.exitCode() == 0 ? "passed" : "failed");
        page.put("stops", stops(verdict.gate().summary()));
        page.put(
                "started", verdict.run().start().truncatedTo(ChronoUnit.SECONDS).toString());
        page.put("seconds", "%.1f".formatted(verdict.run().took().toMillis() / 1000.0));
        page.put("requests", verdict.run().requests());
        page.put(
                "seed",
                verdict.run().seed() == null ? "" : "seed " + verdict.run().seed());
        page.put(
                "cleanup",
                verdict.run().cleaned().isNothing()
                        ? ""
                        : verdict.run().cleaned().described());
        page.put("scenarioCount", verdict.run().scenarios().size());
        page.put("operations", operations);
        page.put("allureReport", allure.all());
        page.put("archive", evidence.hasArchive() ? EvidenceFiles.ARCHIVE : "");
        Map<Section, List<ClauseVerdict>> sections = new EnumMap<>(Section.class);
        verdict.clauses()
                .forEach(clause -> sections.computeIfAbsent(
                                Section.of(verdict.gate(), clause), unused -> new ArrayList<>())
                        .add(clause));
        page.put(
                "sections",
                sections.entrySet().stream()
                        .map(section ->
                                section(section.getKey(), section.getValue(), verdict.gate(), operations, evidence))
                        .toList());
        return page;
    }

    private Map<String, Object> section(
            Section section, List<ClauseVerdict> clauses, Gate gate, List<String> operations, EvidenceFiles evidence) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("anchor", section.words().replace(' ', '-'));
        map.put("name", section.words());
        map.put(
                "heading",
                section.words().substring(0, 1).toUpperCase(Locale.ROOT)
                        + section.words().substring(1));
        map.put("sign", sign(section.verdict()));
        map.put("class", css(section.verdict()));
        map.put("count", clauses.size());
        map.put("isFolded", section.isQuiet());
        map.put(
                "clauses",
                clauses.stream()
                        .sorted(Comparator.comparing((ClauseVerdict clause) ->
                                        gate.of(clause).isEmpty())
                                .thenComparing(clause -> clause.clause().level()))
                        .map(clause -> row(clause, gate, operations, evidence))
                        .toList());
        return map;
    }

    private Map<String, Object> row(ClauseVerdict verdict, Gate gate, List<String> operations, EvidenceFiles evidence) {
        Clause clause = verdict.clause();
        List<String> known =
                gate.baseline().of(verdict).stream().map(Matrix::listed).toList();
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", clause.id());
        row.put("level", clause.level());
        row.put("title", clause.title());
        row.put("statement", clause.statement());
        row.put("sign", sign(verdict.verdict()));
        row.put("verdict", words(verdict.verdict()));
        row.put("class", css(verdict.verdict()));
        row.put("isKnown", gate.isKnown(verdict));
        row.put("reason", verdict.reason());
        row.put("known", known);
        row.put(
                "summary",
                Stream.concat(known.stream(), Stream.of(verdict.reason()))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ")));
        row.put("stops", stops(gate.of(verdict)));
        row.put("allure", verdict.scenarios().isEmpty() ? "" : allure.suite(clause.group(), suite(clause)));
        row.put(
                "cells",
                operations.stream().map(operation -> cell(verdict, operation)).toList());
        List<ScenarioResult> scenarios = verdict.scenarios().stream()
                .sorted(Comparator.comparing(ScenarioResult::verdict).reversed())
                .toList();
        row.put("scenarios", each(scenarios, scenario -> scenario(scenario, gate.excuse(verdict, scenario), evidence)));
        return row;
    }

    /** Makes each when the page comes to it: all of them together would be the whole evidence of the run in memory. */
    private static <T> Iterable<Map<String, Object>> each(List<T> all, Function<T, Map<String, Object>> made) {
        return () -> all.stream().map(made).iterator();
    }

    /** How Allure calls a clause. */
    static String suite(Clause clause) {
        return clause.id() + " " + clause.title();
    }

    private static String listed(KnownBreak known) {
        return (known.operation() == null ? "" : known.operation() + ": ") + known.said();
    }

    private static List<Map<String, Object>> stops(List<Gate.Finding> findings) {
        return findings.stream()
                .map(finding -> Map.<String, Object>of("id", finding.clause(), "text", finding.text()))
                .toList();
    }

    private static Map<String, Object> cell(ClauseVerdict clause, String operation) {
        List<Verdict> verdicts = clause.scenarios().stream()
                .filter(scenario -> operation.equals(scenario.operation()))
                .map(ScenarioResult::verdict)
                .toList();
        if (verdicts.isEmpty()) {
            return Map.of("sign", "", "class", "none", "words", "no scenario");
        }
        Verdict worst = Verdict.worst(verdicts);
        return Map.of("sign", sign(worst), "class", css(worst), "words", words(worst));
    }

    private static Map<String, Object> scenario(ScenarioResult scenario, Optional<String> known, EvidenceFiles files) {
        boolean isFiled = files.archivedId(scenario).isEmpty();
        boolean shown = scenario.verdict() != Verdict.HELD;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", scenario.name());
        map.put("feature", scenario.feature());
        map.put("sign", sign(scenario.verdict()));
        map.put("class", css(scenario.verdict()));
        map.put("verdict", words(scenario.verdict()));
        map.put("open", scenario.verdict() == Verdict.BROKEN || scenario.verdict() == Verdict.HARNESS_ERROR);
        map.put("known", known.orElse(""));
        map.put("reason", scenario.sentence());
        map.put("facts", scenario.facts().stream().map(Matrix::fact).toList());
        map.put("evidence", each(scenario.evidence(), piece -> piece(piece, isFiled ? files.path(piece) : "", shown)));
        map.put("command", files.command(scenario).orElse(""));
        return map;
    }

    private static Map<String, Object> fact(Fact fact) {
        return Map.of("name", fact.name(), "value", fact.value());
    }

    /**
     * The evidence of a scenario that did not hold is on the page, and so is each picture.
     *
     * @param file that it is in; empty where it is in the archive
     */
    private static Map<String, Object> piece(Evidence evidence, String file, boolean shown) {
        boolean isPicture = evidence.mediaType().equals("image/svg+xml");
        return Map.of(
                "title",
                evidence.title(),
                "file",
                file,
                "shown",
                shown && !isPicture,
                "picture",
                isPicture ? evidence.text() : "",
                "text",
                shown && !isPicture ? evidence.text() : "");
    }

    private static String sign(Verdict verdict) {
        return String.valueOf(SIGNS.get(verdict));
    }

    /** Such as {@code not checked}. */
    static String words(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    private static String css(Verdict verdict) {
        return verdict.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
