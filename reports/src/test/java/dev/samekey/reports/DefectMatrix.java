package dev.samekey.reports;

import dev.samekey.reports.ProofIT.Defect;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.steps.verdict.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/** The clause × defect matrix as Markdown. */
final class DefectMatrix {
    private static final String HEAD = """
            # Which clause catches which defect

            Made by `mvn verify -Pself-test`. Each line is the bundled reference server with one defect, as the first of its
            systems that can show it; the defect's own clause is judged for every operation, each other one for the first.
            ✗ the clause that the defect breaks, x a clause that broke with it, · held, ? not judged or not conclusive.
            """;

    private DefectMatrix() {}

    static void write(Map<Defect, ContractVerdict> verdicts, Path file) throws IOException {
        List<String> ids = verdicts.values().iterator().next().clauses().stream()
                .map(clause -> clause.clause().id())
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
            verdict.clauses().forEach(clause -> row.append(sign(clause, defect)).append(' '));
            text.add(row.toString().stripTrailing());
        });
        text.add("```\n\n| defect | breaks | how |\n|---|---|---|");
        verdicts.keySet()
                .forEach(defect -> text.add("| `%s` | %s | %s |"
                        .formatted(defect.name(), defect.clause(), defect.how().replace("\"", ""))));
        Files.createDirectories(file.getParent());
        Files.writeString(file, text.toString());
    }

    private static String sign(ClauseVerdict clause, Defect defect) {
        if (clause.verdict() == Verdict.BROKEN) {
            return clause.clause().id().equals(defect.clause()) ? "✗" : "x";
        }
        return clause.verdict() == Verdict.HELD ? "·" : "?";
    }
}
