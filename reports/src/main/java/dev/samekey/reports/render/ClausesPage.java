package dev.samekey.reports.render;

import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Limit;
import dev.samekey.steps.model.contract.Mend;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** {@code docs/clauses.md}: what is known of each shipped clause, and the mends. */
public final class ClausesPage {
    private ClausesPage() {}

    /** The page. */
    public static String of() {
        return Templates.markdown(
                "clauses.md",
                Map.of(
                        "groups",
                        Catalogue.shipped().all().stream()
                                .collect(Collectors.groupingBy(Clause::group, LinkedHashMap::new, Collectors.toList()))
                                .entrySet()
                                .stream()
                                .map(group -> group(group.getKey(), group.getValue()))
                                .toList(),
                        "mends",
                        Mend.shipped().stream().map(ClausesPage::mend).toList()));
    }

    private static Map<String, Object> group(String name, List<Clause> clauses) {
        return Map.of(
                "name",
                name,
                "anchor",
                name.toLowerCase(Locale.ROOT),
                "clauses",
                clauses.stream().map(ClausesPage::section).toList());
    }

    private static Map<String, Object> section(Clause clause) {
        ClauseCard card = ClauseCard.of(clause);
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", clause.id());
        map.put("title", clause.title());
        map.put("level", clause.level());
        map.put("statement", clause.statement());
        map.put("harm", card.harm());
        map.put("sources", String.join("; ", card.sources()));
        map.put("whyNoTitles", card.whyNoTitles());
        map.put("titles", card.titles());
        map.put("looksAt", card.limit().map(Limit::looksAt).orElse(""));
        map.put("looksNotAt", card.limit().map(Limit::looksNotAt).orElse(""));
        map.put("hasDefects", !card.defects().isEmpty());
        map.put("defects", card.defects());
        map.put("promise", promise(card));
        map.put("exclude", reasons(card.stances().exclude()));
        map.put("silent", reasons(card.stances().silent()));
        map.put(
                "mends",
                card.mends().stream()
                        .map(mend -> Map.of("id", mend.id(), "briefly", mend.briefly()))
                        .toList());
        return map;
    }

    private static String promise(ClauseCard card) {
        if (card.clause().promisedBy() == null) {
            return "every contract, whatever it says.";
        }
        return (card.stances().promise().isEmpty()
                        ? "none"
                        : String.join(", ", card.stances().promise())) + ".";
    }

    private static List<Map<String, Object>> reasons(Map<String, List<String>> byReason) {
        return byReason.entrySet().stream()
                .map(one -> Map.<String, Object>of(
                        "why",
                        one.getKey(),
                        "names",
                        String.join(", ", one.getValue()),
                        "count",
                        one.getValue().size()))
                .toList();
    }

    private static Map<String, Object> mend(Mend mend) {
        return Map.of(
                "id",
                mend.id(),
                "clauses",
                String.join(", ", mend.clauses()),
                "cause",
                mend.cause(),
                "mend",
                mend.mend(),
                "language",
                mend.language(),
                "code",
                mend.code());
    }
}
