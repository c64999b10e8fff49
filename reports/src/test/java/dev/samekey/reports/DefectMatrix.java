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
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The clause × defect matrix as Markdown. */
final class DefectMatrix {
    private static final String HEAD = """
            # Which clause catches which defect

            Made by `mvn verify -Pself-test -Dproof=whole`. Each line is the bundled reference server with one defect, as the
            first of its systems that can show it. The defect's own clause is judged for every operation, and all others for the
            first.
            ✗ the clause that the defect breaks, c a clause that broke with it and says in consequence of which, x one that
            broke with it and does not say so, · held, ? not conclusive or cannot be seen there, blank: not judged.
            """;

    private DefectMatrix() {}

    /** @param clauses the columns, in the order of the contract */
    static void write(Map<Defect, ContractVerdict> verdicts, Set<String> clauses, Path file) throws IOException {
        List<String> ids = Catalogue.shipped().all().stream()
                .map(Clause::id)
                .filter(clauses::contains)
                .toList();
        StringJoiner text = new StringJoiner("\n", HEAD, "\n");
        text.add("\n```text");
        int width = verdicts.keySet().stream()
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
        verdicts.forEach((defect, verdict) -> {
            StringBuilder row = new StringBuilder(("%-" + width + "s ").formatted(defect.name()));
            Map<String, ClauseVerdict> judged = verdict.clauses().stream()
                    .collect(Collectors.toMap(clause -> clause.clause().id(), Function.identity()));
            ids.forEach(id -> row.append(judged.containsKey(id) ? sign(judged.get(id), defect) : ' ')
                    .append(' '));
            text.add(row.toString().stripTrailing());
        });
        text.add("```\n\n" + unmarked(verdicts) + "\n\n| defect | breaks | how |\n|---|---|---|");
        verdicts.keySet()
                .forEach(defect ->
                        text.add("| `%s` | %s | %s |".formatted(defect.name(), defect.clause(), defect.how())));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.toString());
    }

    /** How many clauses that broke with a defect of another do not say so. The cause of the defect's own clause is none. */
    private static String unmarked(Map<Defect, ContractVerdict> verdicts) {
        int all = 0;
        int unmarked = 0;
        for (Map.Entry<Defect, ContractVerdict> entry : verdicts.entrySet()) {
            for (ClauseVerdict clause : entry.getValue().clauses()) {
                char sign = sign(clause, entry.getKey());
                all += sign == 'c' || sign == 'x' ? 1 : 0;
                unmarked += sign == 'x' && !isCause(clause, entry.getKey(), entry.getValue()) ? 1 : 0;
            }
        }
        return "%d clauses broke with a defect of another clause. %d of them (%.0f %%) do not say in consequence of which."
                .formatted(all, unmarked, all == 0 ? 0 : 100.0 * unmarked / all);
    }

    private static boolean isCause(ClauseVerdict clause, Defect defect, ContractVerdict verdict) {
        return verdict.clauses().stream()
                .filter(own -> own.clause().id().equals(defect.clause()))
                .anyMatch(own -> own.cause() != null
                        && List.of(own.cause().split(", ", -1))
                                .contains(clause.clause().id()));
    }

    private static char sign(ClauseVerdict clause, Defect defect) {
        if (clause.verdict() == Verdict.BROKEN) {
            boolean own = clause.clause().id().equals(defect.clause());
            return own ? '✗' : clause.cause() == null ? 'x' : 'c';
        }
        return clause.verdict() == Verdict.HELD ? '·' : '?';
    }
}
