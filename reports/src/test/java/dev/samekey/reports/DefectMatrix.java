package dev.samekey.reports;

import dev.samekey.reports.ProofIT.Defect;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** The clause × defect matrix as Markdown. It is its own memory: what is not judged again keeps its row. */
final class DefectMatrix {
    private static final char BROKEN = '✗';
    private static final char MARKED = 'c';
    private static final char UNMARKED = 'x';
    private static final char HELD = '·';
    private static final char UNKNOWN = '?';
    private static final char BLANK = ' ';

    private static final String HEAD = """
            # Which clause catches which defect

            Made by `mvn verify -Pself-test -Dproof=whole`. Each line is the bundled reference server with one defect, as the
            first of its systems that can show it. The defect's own clause is judged for every operation, and all others for the
            first. A line stays as it was until its defect is judged again (`-Dproof.defects` names a few of them).
            ✗ the clause that the defect breaks, c a clause that broke with it, of which one names the other as its cause, x one
            that broke with it and does not say so, · held, ? not conclusive or cannot be seen there, blank: not judged.
            """;

    private static final String BEGIN = "```text\n";
    private static final String END = "\n```";

    /** By the name of the defect, the sign of each clause. */
    private final Map<String, Map<String, Character>> rows;

    private DefectMatrix(Map<String, Map<String, Character>> rows) {
        this.rows = rows;
    }

    static DefectMatrix empty() {
        return new DefectMatrix(Map.of());
    }

    /** Reads what was written. */
    static DefectMatrix of(Path file) throws IOException {
        String text = Files.readString(file);
        int begin = text.indexOf(BEGIN) + BEGIN.length();
        List<String> lines =
                text.substring(begin, text.indexOf(END, begin)).lines().toList();
        List<String> head =
                lines.stream().takeWhile(line -> line.startsWith(" ")).toList();
        int width = head.get(0).length() - head.get(0).stripLeading().length();
        Map<String, Map<String, Character>> rows = new LinkedHashMap<>();
        for (String line : lines.subList(head.size(), lines.size())) {
            Map<String, Character> row = new LinkedHashMap<>();
            for (int column = width; column < head.get(0).length(); column += 2) {
                // A line has no blanks at its end.
                row.put(id(head, column), column < line.length() ? line.charAt(column) : BLANK);
            }
            rows.put(line.substring(0, width).strip(), row);
        }
        return new DefectMatrix(rows);
    }

    /** It stands upright above its column. */
    private static String id(List<String> head, int column) {
        return head.stream()
                .filter(line -> column < line.length())
                .map(line -> String.valueOf(line.charAt(column)))
                .collect(Collectors.joining())
                .strip();
    }

    /** The same with the rows of what was judged now. */
    DefectMatrix with(Map<Defect, ContractVerdict> verdicts) {
        Map<String, Map<String, Character>> all = new LinkedHashMap<>(rows);
        verdicts.forEach((defect, verdict) -> {
            Map<String, Character> row = new HashMap<>();
            verdict.clauses().forEach(clause -> row.put(clause.clause().id(), sign(clause, defect, verdict)));
            all.put(defect.name(), row);
        });
        return new DefectMatrix(all);
    }

    /**
     * Writes it.
     *
     * @param defects the rows, in this order
     * @param clauses the columns, in the order of the contract
     */
    void write(Collection<Defect> defects, Set<String> clauses, Path file) throws IOException {
        List<String> ids = Catalogue.shipped().all().stream()
                .map(Clause::id)
                .filter(clauses::contains)
                .toList();
        StringJoiner text = new StringJoiner("\n", HEAD + "\n" + BEGIN, "\n");
        int width = defects.stream()
                .mapToInt(defect -> defect.name().length())
                .max()
                .orElse(0);
        int height = ids.stream().mapToInt(String::length).max().orElse(0);
        for (int line = 0; line < height; line++) {
            StringBuilder head = new StringBuilder(" ".repeat(width + 1));
            for (String id : ids) {
                head.append(line < id.length() ? id.charAt(line) : ' ').append(' ');
            }
            text.add(head.toString().stripTrailing());
        }
        for (Defect defect : defects) {
            StringBuilder row = new StringBuilder(("%-" + width + "s ").formatted(defect.name()));
            ids.forEach(id -> row.append(sign(defect, id)).append(' '));
            text.add(row.toString().stripTrailing());
        }
        text.add("```\n\n" + unmarked(defects, ids) + "\n\n| defect | breaks | how |\n|---|---|---|");
        defects.forEach(
                defect -> text.add("| `%s` | %s | %s |".formatted(defect.name(), defect.clause(), defect.how())));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.toString());
    }

    private char sign(Defect defect, String clause) {
        return Objects.requireNonNullElse(rows.get(defect.name()), Map.<String, Character>of())
                .getOrDefault(clause, BLANK);
    }

    /** The same for a diagnosis: it may not know which of the broken clauses is the defect's own. */
    String patterns() {
        StringJoiner text = new StringJoiner("\n", "defect,broken,unknown\n", "\n");
        rows.forEach((name, row) -> text.add(
                name + "," + ids(row, List.of(BROKEN, MARKED, UNMARKED)) + "," + ids(row, List.of(UNKNOWN, BLANK))));
        return text.toString();
    }

    private static String ids(Map<String, Character> row, List<Character> signs) {
        return row.entrySet().stream()
                .filter(sign -> signs.contains(sign.getValue()))
                .map(Map.Entry::getKey)
                .collect(Collectors.joining(" "));
    }

    /** How many clauses that broke with a defect of another do not say so. The cause of the defect's own clause is none. */
    private String unmarked(Collection<Defect> defects, List<String> ids) {
        List<Character> signs = defects.stream()
                .flatMap(defect -> ids.stream().map(id -> sign(defect, id)))
                .toList();
        long unmarked = signs.stream().filter(sign -> sign == UNMARKED).count();
        long all = unmarked + signs.stream().filter(sign -> sign == MARKED).count();
        return "%d clauses broke with a defect of another clause. %d of them (%.0f %%) do not say in consequence of which."
                .formatted(all, unmarked, all == 0 ? 0 : 100.0 * unmarked / all);
    }

    private static char sign(ClauseVerdict clause, Defect defect, ContractVerdict verdict) {
        if (clause.verdict() != Verdict.BROKEN) {
            return clause.verdict() == Verdict.HELD ? HELD : UNKNOWN;
        }
        if (clause.clause().id().equals(defect.clause())) {
            return BROKEN;
        }
        return clause.cause() != null || isCause(clause, defect, verdict) ? MARKED : UNMARKED;
    }

    /** Whether the defect's own clause says that it broke in consequence of this one. */
    private static boolean isCause(ClauseVerdict clause, Defect defect, ContractVerdict verdict) {
        return verdict.clauses().stream()
                .filter(own -> own.clause().id().equals(defect.clause()))
                .anyMatch(own -> own.cause() != null
                        && List.of(own.cause().split(", ", -1))
                                .contains(clause.clause().id()));
    }
}
