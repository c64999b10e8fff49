package dev.samekey.reports.render;

import com.samskivert.mustache.Mustache;
import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.verdict.Fact;
import dev.samekey.steps.verdict.ScenarioResult;
import dev.samekey.steps.verdict.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** The contract matrix, clauses by operations: as one self-contained HTML page, and as Markdown. */
public final class Matrix {
    private static final Map<Verdict, String> SIGNS = Map.of(
            Verdict.HELD, "✓",
            Verdict.BROKEN, "✗",
            Verdict.NOT_CHECKED, "–",
            Verdict.NOT_APPLICABLE, "·",
            Verdict.INCONCLUSIVE, "?",
            Verdict.HARNESS_ERROR, "!");

    public void write(ContractVerdict verdict, EvidenceFiles evidence, Path folder) throws IOException {
        Map<String, Object> page = page(verdict, evidence);
        Files.writeString(folder.resolve("contract-matrix.html"), fill("contract-matrix.html", page, true));
        Files.writeString(folder.resolve("contract-matrix.md"), fill("contract-matrix.md", page, false));
    }

    private static String fill(String template, Map<String, Object> page, boolean html) throws IOException {
        String resource = "/samekey/" + template + ".mustache";
        try (InputStream in = Objects.requireNonNull(Matrix.class.getResourceAsStream(resource), resource)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return Mustache.compiler().escapeHTML(html).compile(text).execute(page);
        }
    }

    private static Map<String, Object> page(ContractVerdict verdict, EvidenceFiles evidence) {
        List<String> operations = verdict.run().scenarios().stream()
                .map(ScenarioResult::operation)
                .filter(Objects::nonNull)
                .map(String::valueOf)
                .distinct()
                .toList();
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("target", verdict.run().target());
        page.put("contract", verdict.run().contract());
        page.put("verdict", words(verdict.overall()));
        page.put("class", css(verdict.overall()));
        page.put(
                "started", verdict.run().start().truncatedTo(ChronoUnit.SECONDS).toString());
        page.put("seconds", "%.1f".formatted(verdict.run().took().toMillis() / 1000.0));
        page.put("requests", verdict.run().requests());
        page.put("scenarioCount", verdict.run().scenarios().size());
        page.put("operations", operations);
        page.put(
                "counts",
                verdict.counts().entrySet().stream()
                        .sorted(Map.Entry.<Verdict, Long>comparingByKey().reversed())
                        .map(count -> Map.of(
                                "name", words(count.getKey()), "class", css(count.getKey()), "count", count.getValue()))
                        .toList());
        page.put(
                "clauses",
                verdict.clauses().stream()
                        .sorted(Comparator.comparing(ClauseVerdict::verdict).reversed())
                        .map(clause -> row(clause, operations, evidence))
                        .toList());
        return page;
    }

    private static Map<String, Object> row(ClauseVerdict clause, List<String> operations, EvidenceFiles evidence) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", clause.clause().id());
        row.put("level", clause.clause().level());
        row.put("title", clause.clause().title());
        row.put("statement", clause.clause().statement());
        row.put("sign", sign(clause.verdict()));
        row.put("verdict", words(clause.verdict()));
        row.put("class", css(clause.verdict()));
        row.put("reason", clause.reason());
        row.put("open", clause.verdict() == Verdict.BROKEN || clause.verdict() == Verdict.HARNESS_ERROR);
        row.put(
                "cells",
                operations.stream().map(operation -> cell(clause, operation)).toList());
        row.put(
                "scenarios",
                clause.scenarios().stream()
                        .sorted(Comparator.comparing(ScenarioResult::verdict).reversed())
                        .map(scenario -> scenario(scenario, evidence))
                        .toList());
        return row;
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

    private static Map<String, Object> scenario(ScenarioResult scenario, EvidenceFiles files) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", scenario.name());
        map.put("feature", scenario.feature());
        map.put("sign", sign(scenario.verdict()));
        map.put("class", css(scenario.verdict()));
        map.put("verdict", words(scenario.verdict()));
        map.put("reason", scenario.reason());
        map.put("facts", scenario.facts().stream().map(Matrix::fact).toList());
        boolean shown = scenario.verdict() != Verdict.HELD;
        map.put(
                "evidence",
                scenario.evidence().stream()
                        .map(piece -> piece(piece, files, shown))
                        .toList());
        return map;
    }

    private static Map<String, Object> fact(Fact fact) {
        return Map.of("name", fact.name(), "value", fact.value());
    }

    /** What did not hold has its evidence on the page; of the rest the page names the file. */
    private static Map<String, Object> piece(Evidence evidence, EvidenceFiles files, boolean shown) {
        return Map.of(
                "title",
                evidence.title(),
                "file",
                files.path(evidence),
                "shown",
                shown,
                "text",
                shown ? evidence.text() : "");
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
