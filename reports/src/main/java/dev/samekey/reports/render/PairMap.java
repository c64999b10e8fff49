package dev.samekey.reports.render;

import dev.samekey.steps.author.design.Interactions;
import dev.samekey.steps.author.design.Interactions.Extent;
import dev.samekey.steps.author.design.Interactions.FactorUse;
import dev.samekey.steps.author.design.Interactions.Pair;
import dev.samekey.steps.author.design.Interactions.Value;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.stream.Collectors;

/** What a page shows of pairs of conditions: numbers, the map of the pairs, and what is not covered. */
final class PairMap {
    /** A page of text names no more pairs of one reason; the JSON has all. */
    private static final int MOST_NAMED = 12;

    /** How much of the colour a cell of the map has, in percent: its number stays legible. */
    private static final int WEAKEST = 8;

    private static final int STRONGEST = 45;

    private final Interactions interactions;
    private final Map<Map<String, String>, Pair> pairs;
    private final double logOfMost;

    PairMap(Interactions interactions) {
        this.interactions = interactions;
        this.pairs = interactions.pairs().stream().collect(Collectors.toMap(Pair::values, Function.identity()));
        this.logOfMost = Math.log(
                interactions.pairs().stream().mapToInt(Pair::held).max().orElse(0) + 1);
    }

    Map<String, Object> page() {
        Map<String, Object> page = new LinkedHashMap<>();
        page.put("hasPairs", !pairs.isEmpty());
        page.put("pairNotes", interactions.notes());
        page.put("pairsCovered", interactions.count(Extent.COVERED));
        page.put("pairsBroken", interactions.count(Extent.BROKEN));
        page.put("pairsBrokenClass", css(interactions.count(Extent.BROKEN), "broken"));
        page.put("pairsOpen", interactions.count(Extent.NOT_JUDGED) + interactions.count(Extent.NOT_TRIED));
        page.put("pairsPossible", interactions.possible());
        page.put("pairsImpossible", interactions.count(Extent.IMPOSSIBLE));
        page.put("columns", columns());
        page.put("rows", rows());
        page.put("conditions", conditions());
        page.put("pairClauses", clauses());
        page.put("gaps", gaps());
        return page;
    }

    /** The factors of the columns: each but the last one, which has a pair in no row below it. */
    private List<FactorUse> across() {
        List<FactorUse> all = interactions.factors();
        return all.subList(0, Math.max(0, all.size() - 1));
    }

    private List<Map<String, Object>> columns() {
        return across().stream()
                .map(factor -> Map.<String, Object>of(
                        "factor",
                        words(factor.name()),
                        "span",
                        factor.values().size(),
                        "values",
                        factor.values().stream()
                                .map(value -> words(value.name()))
                                .toList()))
                .toList();
    }

    /** A row for each value of each factor but the first one. */
    private List<Map<String, Object>> rows() {
        List<Map<String, Object>> rows = new ArrayList<>();
        List<FactorUse> all = interactions.factors();
        for (int i = 1; i < all.size(); i++) {
            FactorUse factor = all.get(i);
            for (Value value : factor.values()) {
                boolean isFirst = value.equals(factor.values().get(0));
                rows.add(Map.of(
                        "factor",
                        isFirst ? words(factor.name()) : "",
                        "span",
                        factor.values().size(),
                        "value",
                        words(value.name()),
                        "cells",
                        cells(all.subList(0, i), factor.name(), value.name())));
            }
        }
        return rows;
    }

    /** A cell for each value of the factors before that of the row; the rest of the row is empty. */
    private List<Map<String, Object>> cells(List<FactorUse> before, String factor, String value) {
        List<Map<String, Object>> cells = new ArrayList<>();
        for (FactorUse other : before) {
            for (Value one : other.values()) {
                Pair pair = Objects.requireNonNull(pairs.get(Map.of(other.name(), one.name(), factor, value)));
                cells.add(Map.of(
                        "class", css(pair.extent()),
                        "sign", sign(pair),
                        "words", pair.extent().toString(),
                        "share", share(pair),
                        "title", title(pair)));
            }
        }
        return cells;
    }

    /** How strong the colour of a pair is: as the number of its runs is to the greatest, by their logarithms. */
    private String share(Pair pair) {
        return pair.extent() == Extent.COVERED
                ? String.valueOf(WEAKEST + Math.round((STRONGEST - WEAKEST) * Math.log(pair.held()) / logOfMost))
                : "";
    }

    private static String title(Pair pair) {
        String held = pair.held() == 0 ? "" : ", held in " + runs(pair.held());
        return pair.name() + ": " + pair.extent() + held + (pair.why().isEmpty() ? "" : ". " + pair.why());
    }

    private static String runs(int number) {
        return number == 1 ? "1 run" : number + " runs";
    }

    private static String sign(Pair pair) {
        return switch (pair.extent()) {
            case COVERED -> String.valueOf(pair.held());
            case BROKEN -> "✗";
            case NOT_JUDGED -> "?";
            case NOT_TRIED -> "○";
            case IMPOSSIBLE -> "–";
        };
    }

    /** The class of a number: what there is none of has no colour. */
    static String css(long number, String otherwise) {
        return number == 0 ? "dim" : otherwise;
    }

    private static String css(Extent extent) {
        return switch (extent) {
            case COVERED -> "held";
            case BROKEN -> "broken";
            case NOT_JUDGED -> "inconclusive";
            case NOT_TRIED -> "not-checked";
            case IMPOSSIBLE -> "not-applicable";
        };
    }

    /** A row for each value of each factor. */
    private List<Map<String, Object>> conditions() {
        List<Map<String, Object>> rows = new ArrayList<>();
        for (FactorUse factor : interactions.factors()) {
            for (Value value : factor.values()) {
                rows.add(Map.of(
                        "factor", value.equals(factor.values().get(0)) ? words(factor.name()) : "",
                        "value", words(value.name()),
                        "executed", value.executed(),
                        "held", value.held()));
            }
        }
        return rows;
    }

    private List<Map<String, Object>> clauses() {
        return interactions.clauses().stream()
                .map(one -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    row.put("clause", one.clause());
                    row.put("covered", one.covered());
                    row.put("broken", one.broken());
                    row.put("brokenClass", css(one.broken(), "broken"));
                    row.put("notJudged", one.notJudged());
                    row.put("notJudgedClass", css(one.notJudged(), "inconclusive"));
                    row.put("notTried", one.notTried());
                    row.put("possible", one.possible());
                    return row;
                })
                .toList();
    }

    /** One row for the pairs that are not covered for one reason. */
    private List<Map<String, Object>> gaps() {
        Map<List<Object>, List<String>> gaps = new LinkedHashMap<>();
        for (Extent extent : Extent.values()) {
            interactions.pairs().stream()
                    .filter(pair -> pair.extent() == extent && extent != Extent.COVERED)
                    .forEach(pair -> gaps.computeIfAbsent(List.of(extent, pair.why()), unused -> new ArrayList<>())
                            .add(words(pair.name())));
        }
        return gaps.entrySet().stream()
                .map(gap -> {
                    Extent extent = (Extent) gap.getKey().get(0);
                    List<String> names = gap.getValue();
                    int more = names.size() - MOST_NAMED;
                    return Map.<String, Object>of(
                            "extent",
                            extent.toString(),
                            "class",
                            css(extent),
                            "why",
                            gap.getKey().get(1),
                            "count",
                            names.size() == 1 ? "1 pair" : names.size() + " pairs",
                            "named",
                            names.stream().limit(MOST_NAMED).collect(Collectors.joining("; "))
                                    + (more > 0 ? "; and " + more + " more, which cases.json names" : ""));
                })
                .toList();
    }

    private static String words(String name) {
        return name.replace('_', ' ');
    }
}
