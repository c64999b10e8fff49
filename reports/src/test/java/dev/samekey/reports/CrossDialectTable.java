package dev.samekey.reports;

import dev.samekey.reports.CrossDialectIT.Pair;
import dev.samekey.reports.CrossDialectIT.Result;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.StringJoiner;
import java.util.stream.Collectors;

/** What a server of one dialect breaks of another's contract, as Markdown. */
final class CrossDialectTable {
    private static final String HEAD = """
            # What one dialect breaks of another

            Made by `mvn verify -Pself-test`. Each line is the bundled reference server as it speaks one dialect, judged by the
            contract of another: what the two files say differently, and the clauses that break. All others of these hold,
            or are not for this contract: %s.

            | server | contract | what differs | what breaks |
            |---|---|---|---|""";

    private CrossDialectTable() {}

    static void write(List<Pair> pairs, Set<String> clauses, Path file) throws Exception {
        StringJoiner text = new StringJoiner("\n", "", "\n");
        text.add(HEAD.formatted(String.join(", ", clauses)));
        for (Pair pair : pairs) {
            Result result = pair.result();
            text.add("| %s | %s | %s | %s |"
                    .formatted(
                            pair.server(),
                            pair.contract(),
                            result.differences().stream()
                                    .map(DialectDifference::what)
                                    .collect(Collectors.joining("<br>")),
                            String.join(", ", result.broken())));
        }
        Files.writeString(file, text.toString());
    }
}
