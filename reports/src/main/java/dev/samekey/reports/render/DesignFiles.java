package dev.samekey.reports.render;

import dev.samekey.steps.author.design.Bound;
import dev.samekey.steps.author.design.Decision;
import dev.samekey.steps.author.design.DesignCoverage;
import dev.samekey.steps.author.design.DesignCoverage.Extent;
import dev.samekey.steps.author.design.DesignCoverage.Result;
import dev.samekey.steps.author.design.Executor;
import dev.samekey.steps.author.design.Priority;
import dev.samekey.steps.author.design.TestCase;
import dev.samekey.steps.author.design.TestDesign;
import dev.samekey.steps.author.design.TransitionCover;
import dev.samekey.steps.author.design.Tried;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A test design as files: for people, for test management tools and for machines. */
public final class DesignFiles {
    private final TestDesign design;
    private final @Nullable DesignCoverage coverage;

    /** @param coverage what a run has covered of it; null where no run is looked at */
    public DesignFiles(TestDesign design, @Nullable DesignCoverage coverage) {
        this.design = design;
        this.coverage = coverage;
    }

    /** The texts by the names of their files. */
    public Map<String, String> texts() {
        Map<String, Object> page = page();
        Map<String, String> files = new LinkedHashMap<>();
        files.put("test-design.html", Templates.html("test-design.html", page));
        files.put("test-design.md", Templates.markdown("test-design.md", page));
        files.put("cases.csv", new CasesCsv().of(design));
        files.put("cases.json", new CasesJson().of(design, coverage));
        files.putAll(new CasesFeatures().of(design));
        return files;
    }

    private Map<String, Object> page() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("target", design.target());
        page.put("contract", design.contract());
        page.put("caseCount", design.cases().size());
        page.put("executable", count(Executor.SAMEKEY));
        page.put("manual", count(Executor.PERSON));
        page.put("leftOutCount", design.leftOut().size());
        page.put("notes", design.notes());
        page.put("priorities", priorities());
        page.put("hasCoverage", coverage != null);
        page.put("coverage", coverage == null ? List.of() : groups(coverage));
        if (coverage != null) {
            page.putAll(new PairMap(coverage.interactions()).page());
        }
        page.put("sections", sections());
        page.put("diagram", diagram());
        page.put("states", states());
        page.put("transitions", transitions());
        page.put("decisions", decisions());
        page.put("bounds", bounds());
        page.put("classes", classes());
        page.put("factors", design.factors());
        page.put(
                "notUnderConditions",
                design.notUnderConditions().stream()
                        .map(one -> Map.of("clauses", String.join(", ", one.clauses()), "because", one.because()))
                        .toList());
        page.put("leftOut", leftOut());
        return page;
    }

    private long count(Executor executor) {
        return design.cases().stream()
                .filter(one -> one.executedBy() == executor)
                .count();
    }

    private List<Map<String, Object>> priorities() {
        return Arrays.stream(Priority.values())
                .map(priority -> Map.<String, Object>of(
                        "name",
                        priority.toString(),
                        "count",
                        design.cases().stream()
                                .filter(one -> one.priority() == priority)
                                .count()))
                .toList();
    }

    private static List<Map<String, Object>> groups(DesignCoverage coverage) {
        return coverage.groups().stream().map(DesignFiles::group).toList();
    }

    private static Map<String, Object> group(DesignCoverage.Group group) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("technique", group.technique().toString());
        row.put("name", group.name());
        row.put("total", group.items().size());
        row.put("covered", group.count(Extent.COVERED));
        row.put("broken", group.count(Extent.BROKEN));
        row.put("brokenClass", PairMap.css(group.count(Extent.BROKEN), "broken"));
        row.put("open", group.count(Extent.OPEN));
        row.put(
                "left",
                group.items().stream()
                        .filter(item -> item.extent() != Extent.COVERED)
                        .map(item -> Map.of(
                                "group",
                                group.name(),
                                "name",
                                words(item.name()),
                                "extent",
                                item.extent().toString(),
                                "class",
                                css(item.extent()),
                                "why",
                                item.why()))
                        .toList());
        return row;
    }

    /** As the classes of the matrix. */
    private static String css(@Nullable Extent extent) {
        return extent == null
                ? ""
                : switch (extent) {
                    case COVERED -> "held";
                    case BROKEN -> "broken";
                    case OPEN -> "not-checked";
                };
    }

    private List<Map<String, Object>> sections() {
        Map<String, List<TestCase>> sections = design.cases().stream()
                .collect(Collectors.groupingBy(TestCase::section, LinkedHashMap::new, Collectors.toList()));
        return sections.entrySet().stream()
                .map(section -> Map.<String, Object>of(
                        "name",
                        section.getKey(),
                        "count",
                        section.getValue().size(),
                        "cases",
                        section.getValue().stream().map(this::row).toList()))
                .toList();
    }

    private Map<String, Object> row(TestCase one) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("id", one.id());
        row.put("title", one.title());
        row.put("clause", one.clause());
        row.put("level", one.level());
        row.put("operation", Objects.requireNonNullElse(one.operation(), ""));
        row.put("priority", one.priority());
        row.put("risks", String.join(", ", one.risks()));
        row.put("techniques", one.techniques().stream().map(Object::toString).collect(Collectors.joining(", ")));
        row.put("executedBy", one.executedBy());
        row.put("isManual", !one.isExecutable());
        row.put("why", one.why());
        row.put("preconditions", one.preconditions());
        row.put(
                "steps",
                one.steps().stream()
                        .map(step -> Map.of(
                                "action",
                                step.action(),
                                "data",
                                Objects.requireNonNullElse(step.data(), ""),
                                "indented",
                                Objects.requireNonNullElse(step.data(), "").indent(3)))
                        .toList());
        row.put("expected", one.expected());
        row.put("oracles", one.oracles());
        Result result = coverage == null ? null : coverage.results().get(one.id());
        row.put("result", result == null ? "" : Matrix.words(result.verdict()));
        row.put(
                "class",
                result == null
                        ? ""
                        : result.verdict().name().toLowerCase(Locale.ROOT).replace('_', '-'));
        row.put("reason", result == null ? "" : result.reason());
        return row;
    }

    private String diagram() {
        Set<String> there = design.transitions().stream()
                .filter(TransitionCover::exists)
                .map(TransitionCover::id)
                .collect(Collectors.toSet());
        return new StateDiagram(
                        design.states(),
                        transition -> there.contains(transition.id()),
                        transition -> colour("transitions", transition.id()),
                        state -> colour("states", state))
                .svg();
    }

    /** Empty where there is no coverage. */
    private String colour(String group, String item) {
        Extent extent = extent(group, item);
        return extent == null ? "" : extent.name().toLowerCase(Locale.ROOT);
    }

    private @Nullable Extent extent(String group, String item) {
        return coverage == null ? null : coverage.group(group).extent(item);
    }

    private void covered(Map<String, Object> row, String group, String item) {
        Extent extent = extent(group, item);
        row.put("extent", extent == null ? "" : extent.toString());
        row.put("class", css(extent));
    }

    private List<Map<String, Object>> states() {
        List<Map<String, Object>> rows = new ArrayList<>();
        design.states().states().forEach((name, state) -> rows.add(Map.of("name", words(name), "is", state.is())));
        return rows;
    }

    private List<Map<String, Object>> transitions() {
        return design.transitions().stream()
                .map(one -> {
                    Map<String, Object> row = row(one.tried());
                    row.put("id", one.id());
                    row.put("from", words(one.from()));
                    row.put("event", words(one.event()));
                    row.put("to", words(one.to()));
                    row.put("response", of(one.operations()) + one.response());
                    row.put("missing", Objects.requireNonNullElse(one.missing(), ""));
                    row.put("path", String.join(" → ", one.path()));
                    covered(row, "transitions", one.id());
                    return row;
                })
                .toList();
    }

    private List<Map<String, Object>> decisions() {
        return design.decisions().stream().map(this::decision).toList();
    }

    /** Whose contract says it; empty where each does. */
    private static String of(List<String> operations) {
        return operations.isEmpty() ? "" : "For " + String.join(", ", operations) + ": ";
    }

    private Map<String, Object> decision(Decision one) {
        Map<String, Object> row = row(one.tried());
        row.put("key", one.key());
        row.put("payload", one.payload());
        row.put("state", words(one.state()));
        row.put("response", of(one.operations()) + one.response());
        row.put("clauses", String.join(", ", one.clauses()));
        row.put("way", String.join(" → ", one.path()));
        row.put("title", title(one.tried()));
        covered(row, "rules", one.name());
        return row;
    }

    /** Of the first case; empty where there is none. */
    private String title(Tried tried) {
        return design.cases().stream()
                .filter(one -> tried.cases().contains(one.id()))
                .map(TestCase::title)
                .findFirst()
                .orElse("");
    }

    private List<Map<String, Object>> bounds() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (Bound bound : design.bounds()) {
            for (Bound.Point point : bound.points()) {
                Map<String, Object> row = row(point.tried());
                boolean isFirst = point.equals(bound.points().get(0));
                row.put("what", isFirst ? bound.what() : "");
                row.put("source", isFirst ? bound.source() : "");
                row.put("place", point.place());
                row.put("value", point.value());
                row.put("expected", point.expected());
                covered(row, "bounds", bound.what() + ", " + point.place() + ": " + point.value());
                rows.add(row);
            }
        }
        return rows;
    }

    private List<Map<String, Object>> classes() {
        return design.classes().stream()
                .map(one -> {
                    Map<String, Object> row = row(one.tried());
                    row.put("of", one.of());
                    row.put("is", one.is());
                    row.put("expected", one.expected());
                    covered(row, "classes", one.of() + ": " + one.is());
                    return row;
                })
                .toList();
    }

    private static Map<String, Object> row(Tried tried) {
        Map<String, Object> row = new LinkedHashMap<>();
        row.put("cases", tried.cases());
        row.put("caseCount", tried.cases().size());
        row.put("first", tried.cases().stream().limit(3).collect(Collectors.joining(", ")));
        row.put("more", tried.cases().size() > 3 ? " and " + (tried.cases().size() - 3) + " more" : "");
        row.put("whyNone", Objects.requireNonNullElse(tried.whyNone(), ""));
        return row;
    }

    /** One row for the scenarios of a clause that are left out for one reason. */
    private List<Map<String, Object>> leftOut() {
        Map<List<String>, List<String>> rows = new LinkedHashMap<>();
        design.leftOut()
                .forEach(out -> rows.computeIfAbsent(List.of(out.clause(), out.reason()), unused -> new ArrayList<>())
                        .add(out.what()));
        return rows.entrySet().stream()
                .map(row -> Map.<String, Object>of(
                        "clause",
                        row.getKey().get(0),
                        "reason",
                        row.getKey().get(1),
                        "what",
                        String.join("; ", row.getValue())))
                .toList();
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }
}
