package dev.samekey.reports.render;

import dev.samekey.steps.judge.run.Title;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Limit;
import dev.samekey.steps.model.contract.Mend;
import dev.samekey.steps.model.contract.Stances;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What a terminal says of a clause: what it demands, how it is judged, and how to mend it. */
public final class Explanation {
    /** A line that is longer is hard to read, however wide the terminal is. */
    private static final int WIDTH = 80;

    private static final String INDENT = "  ";

    private final List<String> lines = new ArrayList<>();

    private Explanation() {}

    /** The lines about a shipped clause. */
    public static List<String> of(Clause clause) {
        ClauseCard card = ClauseCard.of(clause);
        Explanation text = new Explanation();
        text.wrapped("", clause.id() + " " + clause.title() + " (" + clause.level() + ")");
        text.wrapped(INDENT, clause.statement() + ".");
        text.section("Why it matters", List.of(card.harm()));
        text.section("Where it is demanded", List.of("In " + String.join("; ", card.sources()) + "."));
        text.section("How it is judged", judged(card));
        text.section(
                "What that does not look at",
                card.limit().map(Limit::looksNotAt).stream().toList());
        text.section(
                "Defects that it catches",
                card.defects().stream()
                        .map(defect -> defect.name() + ": " + defect.how())
                        .toList());
        text.section("Which dialects promise it", stances(card));
        text.mends(card.mends());
        return List.copyOf(text.lines);
    }

    private static List<String> judged(ClauseCard card) {
        return Stream.of(
                        Stream.of(card.whyNoTitles()),
                        card.titles().stream().map(Explanation::judged),
                        card.limit().map(limit -> "It looks at: " + limit.looksAt()).stream())
                .flatMap(part -> part)
                .toList();
    }

    private static String judged(Title title) {
        return title.sentence() + ". (" + title.feature() + ":" + title.line() + ")";
    }

    private static List<String> stances(ClauseCard card) {
        if (card.clause().promisedBy() == null) {
            return List.of("Every contract owes it, whatever it says.");
        }
        Stances stances = card.stances();
        return Stream.of(
                        Stream.of(stances.promise().isEmpty() ? "None." : names(stances.promise())),
                        stances.exclude().entrySet().stream().map(one -> reason("NOT_APPLICABLE", one)),
                        stances.silent().entrySet().stream().map(one -> reason("NOT_CHECKED", one)))
                .flatMap(part -> part)
                .toList();
    }

    private static String reason(String verdict, Map.Entry<String, List<String>> why) {
        return verdict + " (" + why.getKey() + "): " + names(why.getValue());
    }

    private static String names(List<String> dialects) {
        return String.join(", ", dialects);
    }

    private void mends(List<Mend> mends) {
        for (Mend mend : mends) {
            boolean isFirst = mends.get(0).equals(mend);
            section(
                    isFirst ? "How to mend it" : "Or",
                    List.of("Usual cause: " + mend.cause(), "Usual mend: " + mend.mend()));
            lines.add("");
            mend.code().lines().forEach(line -> lines.add((INDENT + INDENT + line).stripTrailing()));
        }
    }

    /** A section with something in it; each text begins on a line of its own. */
    private void section(String heading, List<String> texts) {
        List<String> said = texts.stream().filter(text -> !text.isEmpty()).toList();
        if (said.isEmpty()) {
            return;
        }
        lines.add("");
        lines.add(heading);
        said.forEach(text -> wrapped(INDENT, text));
    }

    /** What does not fit goes on in the next line, further in. */
    private void wrapped(String indent, String text) {
        lines.addAll(Shown.wrapped(indent, text, WIDTH));
    }

    /** One line for each clause. */
    public static String line(Clause clause) {
        return Stream.of("%-7s".formatted(clause.id()), "%-6s".formatted(clause.level()), clause.title())
                .collect(Collectors.joining(" "));
    }
}
