package dev.samekey.reports.render;

import dev.samekey.oracles.evidence.Evidence;
import dev.samekey.reports.diagnosis.Candidate;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.reports.verdict.KnownBreak;
import dev.samekey.reports.verdict.SinceLastRun;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Mend;
import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
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

    /** More would leave no room for what to do. */
    private static final int MOST_FINDINGS = 10;

    /** Clauses that speak for a cause. */
    private static final int MOST_SPEAKING = 10;

    private static final int LONGEST_SENTENCE = 500;

    /** Of evidence and facts: the page is to be read, and the files have all of it. */
    private static final int LONGEST_TEXT = 8_000;

    /** Where there are more operations, a column names them: so many columns fit on a tablet and on a sheet. */
    private static final int MOST_COLUMNS = 10;

    /** More names stand upright. */
    private static final int MOST_LYING = 5;

    private static final int LONGEST_COLUMN = 24;

    /** Of the scenarios of a clause; the others have their sentence. */
    private static final int MOST_FACTS = 5;

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
        page.put("stops", remarks(verdict));
        FirstScreen first = FirstScreen.of(verdict);
        firstScreen(first, page);
        SinceLastRun since = verdict.since();
        page.put("since", since == null ? "" : since.sentence());
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
        boolean isWide = operations.size() > MOST_COLUMNS;
        page.put("operations", operations);
        page.put(
                "columns",
                isWide ? List.of() : operations.stream().map(Matrix::column).toList());
        page.put("tall", operations.size() > MOST_LYING);
        choices(verdict, operations, page);
        page.put("allureReport", allure.all());
        page.put("archive", evidence.hasArchive() ? EvidenceFiles.ARCHIVE : "");
        Map<Section, List<ClauseVerdict>> sections = new EnumMap<>(Section.class);
        verdict.clauses()
                .forEach(clause -> sections.computeIfAbsent(
                                Section.of(verdict.gate(), clause), unused -> new ArrayList<>())
                        .add(clause));
        List<Mend> said = first.causes().stream().map(Candidate::mend).toList();
        page.put(
                "sections",
                sections.entrySet().stream()
                        .map(section -> section(
                                section.getKey(), section.getValue(), verdict.gate(), operations, said, evidence))
                        .toList());
        return page;
    }

    /** What a reader may choose to see. */
    private static void choices(ContractVerdict verdict, List<String> operations, Map<String, Object> page) {
        List<Clause> clauses =
                verdict.clauses().stream().map(ClauseVerdict::clause).toList();
        page.put(
                "verdicts",
                Stream.of(Verdict.values())
                        .sorted(Comparator.reverseOrder())
                        .map(one -> Map.of("letter", letter(one), "words", words(one)))
                        .toList());
        page.put(
                "levels",
                clauses.stream().map(Clause::level).distinct().sorted().toList());
        page.put("groups", clauses.stream().map(Clause::group).distinct().toList());
        page.put(
                "options",
                IntStream.range(0, operations.size())
                        .mapToObj(i -> Map.of(
                                "index", String.valueOf(i), "name", Shown.shortened(operations.get(i), LONGEST_COLUMN)))
                        .toList());
        String script = Templates.text("contract-matrix.js");
        page.put("script", script);
        page.put("scriptHash", hash(script));
    }

    /** By which a browser runs this script and no other: Content Security Policy Level 3, section 2.3.1. */
    private static String hash(String script) {
        try {
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(script.getBytes(StandardCharsets.UTF_8));
            return "sha256-" + Base64.getEncoder().encodeToString(digest);
        } catch (NoSuchAlgorithmException missing) {
            throw new IllegalStateException("each Java has SHA-256", missing);
        }
    }

    private static void firstScreen(FirstScreen first, Map<String, Object> page) {
        List<Map<String, Object>> findings =
                first.findings().stream().map(Matrix::finding).toList();
        page.put("answer", first.answer());
        page.put("findings", findings.subList(0, Math.min(MOST_FINDINGS, findings.size())));
        page.put("moreFindings", findings.subList(Math.min(MOST_FINDINGS, findings.size()), findings.size()));
        page.put("more", Math.max(0, findings.size() - MOST_FINDINGS));
        page.put("others", first.others());
        page.put("causes", first.causes().stream().map(Matrix::cause).toList());
        page.put("next", first.next());
    }

    private static Map<String, Object> cause(Candidate cause) {
        String word = cause.sureness().word();
        int more = cause.clauses().size() - MOST_SPEAKING;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", cause.mend().id());
        map.put("word", word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
        map.put("cause", cause.mend().cause());
        map.put("briefly", cause.mend().causeBriefly());
        map.put("mend", cause.mend().mend());
        map.put("code", cause.mend().code());
        map.put("clauses", cause.clauses().stream().limit(MOST_SPEAKING).toList());
        map.put("more", more > 0 ? " and " + more + " more" : "");
        map.put("alike", cause.alike());
        map.put("explainedBy", cause.explainedBy());
        return map;
    }

    private static Map<String, Object> finding(FirstScreen.Finding finding) {
        boolean isMany = finding.operations().size() > Shown.MOST_NAMED;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", finding.id());
        map.put("sentence", Shown.shortened(finding.sentence(), LONGEST_SENTENCE));
        map.put("about", finding.about());
        map.put("operationNames", isMany ? String.join(", ", finding.operations()) : "");
        map.put("following", finding.consequences());
        map.put("followingCount", finding.consequences().size());
        map.put("mend", finding.mend());
        return map;
    }

    /** What leaves the run open, or stops it and is no break: the breaks stand above. */
    private static List<Map<String, Object>> remarks(ContractVerdict verdict) {
        return stops(verdict.gate().summary().stream()
                .filter(finding -> !finding.isBreak())
                .toList());
    }

    /** @param said the mends that stand above */
    private Map<String, Object> section(
            Section section,
            List<ClauseVerdict> clauses,
            Gate gate,
            List<String> operations,
            List<Mend> said,
            EvidenceFiles evidence) {
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
                        .sorted(order(section, gate))
                        .map(clause -> row(clause, gate, operations, said, evidence))
                        .toList());
        return map;
    }

    /** What is broken comes by its harm; all else by what stops a pipeline. */
    private static Comparator<ClauseVerdict> order(Section section, Gate gate) {
        Comparator<ClauseVerdict> byGate = Comparator.comparing(
                        (ClauseVerdict clause) -> gate.of(clause).isEmpty())
                .thenComparing(clause -> clause.clause().level());
        return section.verdict() == Verdict.BROKEN ? FirstScreen.BY_HARM.thenComparing(byGate) : byGate;
    }

    private Map<String, Object> row(
            ClauseVerdict verdict, Gate gate, List<String> operations, List<Mend> said, EvidenceFiles evidence) {
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
        boolean isOpen = verdict.cause() == null && !gate.isKnown(verdict);
        // The scenario below begins with it.
        row.put("reason", isOpen && verdict.verdict() == Verdict.BROKEN ? "" : verdict.reason());
        row.put("known", known);
        row.put(
                "summary",
                Stream.concat(known.stream(), Stream.of(verdict.reason()))
                        .filter(text -> !text.isEmpty())
                        .collect(Collectors.joining("; ")));
        // A verdict and its reason say themselves that they stop the pipeline.
        row.put(
                "stops",
                stops(gate.of(verdict).stream()
                        .filter(finding -> !finding.isBreak() && !finding.text().endsWith(verdict.reason()))
                        .toList()));
        List<Mend> mends = verdict.verdict() == Verdict.BROKEN ? Mend.of(clause.id()) : List.of();
        row.put("mendsAbove", mends.stream().filter(said::contains).toList());
        row.put("mends", mends.stream().filter(mend -> !said.contains(mend)).toList());
        row.put("allure", verdict.scenarios().isEmpty() ? "" : allure.suite(clause.group(), suite(clause)));
        boolean isWide = operations.size() > MOST_COLUMNS;
        row.put("isWide", isWide);
        row.put("letter", letter(verdict.verdict()));
        row.put("group", clause.group());
        row.put("letters", letters(verdict, operations));
        row.put("cells", cells(verdict, operations));
        row.put("byVerdict", isWide ? byVerdict(verdict, operations) : List.of());
        List<ScenarioResult> scenarios = verdict.scenarios().stream()
                .sorted(Comparator.comparing(ScenarioResult::verdict).reversed())
                .toList();
        List<ScenarioResult> loud = scenarios.stream().filter(Matrix::isLoud).toList();
        row.put(
                "scenarios",
                each(
                        loud,
                        scenario -> scenario(
                                clause.id(),
                                scenario,
                                gate.excuse(verdict, scenario),
                                evidence,
                                Depth.of(loud.indexOf(scenario)),
                                isOpen)));
        row.put("lists", quiet(scenarios, evidence));
        return row;
    }

    /** Whether it has something to show. */
    private static boolean isLoud(ScenarioResult scenario) {
        return switch (scenario.verdict()) {
            case BROKEN, HARNESS_ERROR, INCONCLUSIVE -> true;
            case HELD, NOT_CHECKED, NOT_APPLICABLE ->
                scenario.evidence().stream().anyMatch(Matrix::isPicture);
        };
    }

    /** How much of a scenario is on the page: its evidence, its facts or its sentence. The archive and the files have the rest. */
    private enum Depth {
        EVIDENCE,
        FACTS,
        SENTENCE;

        /** @param before how many scenarios of the clause stand above it */
        static Depth of(int before) {
            return before == 0 ? EVIDENCE : before < MOST_FACTS ? FACTS : SENTENCE;
        }
    }

    /** A list for what held, what was not checked and so on: for each reason the names of the scenarios. */
    private static List<Map<String, Object>> quiet(List<ScenarioResult> scenarios, EvidenceFiles files) {
        Map<List<Object>, List<ScenarioResult>> lists = scenarios.stream()
                .filter(scenario -> !isLoud(scenario))
                .collect(Collectors.groupingBy(
                        scenario -> List.of(scenario.verdict(), scenario.sentence()),
                        LinkedHashMap::new,
                        Collectors.toList()));
        return lists.values().stream()
                .map(list -> {
                    ScenarioResult first = list.get(0);
                    return Map.<String, Object>of(
                            "sign",
                            sign(first.verdict()),
                            "class",
                            css(first.verdict()),
                            "verdict",
                            words(first.verdict()),
                            "count",
                            list.size(),
                            "reason",
                            Shown.shortened(first.sentence(), LONGEST_SENTENCE),
                            "each",
                            each(
                                    list,
                                    scenario -> Map.of(
                                            "name",
                                            Shown.shortened(scenario.name(), LONGEST_SENTENCE),
                                            "command",
                                            files.command(scenario).orElse(""))));
                })
                .toList();
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
                .map(finding -> Map.<String, Object>of(
                        "id", finding.clause(), "text", Shown.shortened(finding.text(), LONGEST_SENTENCE)))
                .toList();
    }

    private static Map<String, Object> column(String operation) {
        String name = Shown.shortened(operation, LONGEST_COLUMN);
        return Map.of("name", name, "full", name.equals(operation) ? "" : Shown.shortened(operation, LONGEST_SENTENCE));
    }

    /** One for each operation, where a page has room for so many columns. */
    private static List<Map<String, Object>> cells(ClauseVerdict clause, List<String> operations) {
        Map<String, Verdict> worst = worst(clause);
        return operations.size() > MOST_COLUMNS
                ? List.of()
                : operations.stream()
                        .map(operation -> cell(worst.get(operation), Shown.shortened(operation, LONGEST_COLUMN)))
                        .toList();
    }

    private static Map<String, Object> cell(@Nullable Verdict worst, String operation) {
        return worst == null
                ? Map.of("sign", "", "class", "none", "words", "no scenario", "op", operation)
                : Map.of("sign", sign(worst), "class", css(worst), "words", words(worst), "op", operation);
    }

    /** The worst verdict of each operation that has a scenario. */
    private static Map<String, Verdict> worst(ClauseVerdict clause) {
        Map<String, Verdict> worst = new HashMap<>();
        clause.scenarios().stream()
                .filter(scenario -> scenario.operation() != null)
                .forEach(scenario -> worst.merge(
                        String.valueOf(scenario.operation()),
                        scenario.verdict(),
                        (one, other) -> Verdict.worst(List.of(one, other))));
        return worst;
    }

    /** A letter for each operation: its verdict, or that it has none. */
    private static String letters(ClauseVerdict clause, List<String> operations) {
        Map<String, Verdict> worst = worst(clause);
        return operations.stream()
                .map(operation -> Optional.ofNullable(worst.get(operation))
                        .map(Matrix::letter)
                        .orElse("-"))
                .collect(Collectors.joining());
    }

    private static String letter(Verdict verdict) {
        return switch (verdict) {
            case NOT_APPLICABLE -> "a";
            case HELD -> "h";
            case NOT_CHECKED -> "n";
            case INCONCLUSIVE -> "i";
            case HARNESS_ERROR -> "e";
            case BROKEN -> "b";
        };
    }

    /** For each verdict, the worst first, the operations that have it. */
    private static List<Map<String, Object>> byVerdict(ClauseVerdict clause, List<String> operations) {
        Map<String, Verdict> worst = worst(clause);
        Map<Verdict, List<String>> named = new TreeMap<>(Comparator.reverseOrder());
        operations.forEach(operation -> Optional.ofNullable(worst.get(operation))
                .ifPresent(verdict -> named.computeIfAbsent(verdict, unused -> new ArrayList<>())
                        .add(operation)));
        return named.entrySet().stream()
                .map(group -> {
                    List<String> names = group.getValue();
                    boolean isAll = names.size() == operations.size();
                    return Map.<String, Object>of(
                            "sign",
                            sign(group.getKey()),
                            "class",
                            css(group.getKey()),
                            "words",
                            words(group.getKey()),
                            "folded",
                            !isAll && names.size() > Shown.MOST_NAMED,
                            "count",
                            names.size() + " operations",
                            "names",
                            isAll ? "all " + names.size() + " operations" : String.join(", ", names));
                })
                .toList();
    }

    private static Map<String, Object> scenario(
            String clause,
            ScenarioResult scenario,
            Optional<String> known,
            EvidenceFiles files,
            Depth depth,
            boolean isOpen) {
        Optional<RacePicture> race = depth == Depth.EVIDENCE && scenario.verdict() == Verdict.BROKEN
                ? RacePicture.of(scenario)
                : Optional.empty();
        boolean isShown = scenario.verdict() != Verdict.HELD && depth == Depth.EVIDENCE;
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("name", Shown.shortened(scenario.name(), LONGEST_SENTENCE));
        map.put("feature", scenario.feature());
        map.put("sign", sign(scenario.verdict()));
        map.put("class", css(scenario.verdict()));
        map.put("verdict", words(scenario.verdict()));
        map.put(
                "open",
                isOpen
                        && depth == Depth.EVIDENCE
                        && (scenario.verdict() == Verdict.BROKEN || scenario.verdict() == Verdict.HARNESS_ERROR));
        map.put("known", known.orElse(""));
        map.put("reason", Shown.shortened(scenario.sentence(), LONGEST_TEXT));
        map.put(
                "facts",
                depth == Depth.SENTENCE
                        ? List.of()
                        : files.facts(scenario).stream()
                                .filter(fact -> race.isEmpty() || !RacePicture.shows(fact))
                                .map(Matrix::fact)
                                .toList());
        map.put("race", race.map(picture -> picture.svg("race-" + clause)).orElse(""));
        map.put("raceText", race.map(RacePicture::text).orElse(""));
        Optional<SequencePicture> sequence = sequence(scenario, race, depth);
        map.put(
                "sequence",
                sequence.map(picture -> picture.svg("sequence-" + clause)).orElse(""));
        map.put("sequenceText", sequence.map(SequencePicture::text).orElse(""));
        boolean isFiled = files.archivedId(scenario).isEmpty();
        map.put(
                "evidence",
                each(
                        scenario.evidence().stream()
                                .filter(piece -> isShown || isPicture(piece))
                                .toList(),
                        piece -> piece(piece, isFiled ? files.path(piece) : "")));
        map.put("command", isShown ? "" : files.line(scenario).orElse(""));
        return map;
    }

    /** A race has a picture that says more. */
    private static Optional<SequencePicture> sequence(
            ScenarioResult scenario, Optional<RacePicture> race, Depth depth) {
        return depth == Depth.EVIDENCE && scenario.verdict() == Verdict.BROKEN && race.isEmpty()
                ? SequencePicture.of(scenario)
                : Optional.empty();
    }

    private static Map<String, Object> fact(Fact fact) {
        return Map.of("name", fact.name(), "value", Shown.shortened(fact.value(), LONGEST_TEXT));
    }

    /**
     * The evidence of the first scenario that did not hold is on the page, and so is each picture. A text that is long is in its file
     * alone.
     *
     * @param file that it is in; empty where it is in the archive
     */
    private static Map<String, Object> piece(Evidence evidence, String file) {
        boolean isPicture = isPicture(evidence);
        String text = evidence.text();
        boolean isShown = !isPicture && (file.isEmpty() || text.length() <= LONGEST_TEXT);
        return Map.of(
                "title",
                Shown.shortened(evidence.title(), LONGEST_SENTENCE),
                "file",
                file,
                "shown",
                isShown,
                "picture",
                isPicture ? text : "",
                "text",
                isShown ? Shown.shortened(text, LONGEST_TEXT) : "");
    }

    private static boolean isPicture(Evidence evidence) {
        return evidence.mediaType().equals("image/svg+xml");
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
