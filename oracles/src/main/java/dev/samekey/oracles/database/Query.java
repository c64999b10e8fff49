package dev.samekey.oracles.database;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Whether a text is one query that reads. This check only finds mistakes in the target file, with their line: the database
 * runs the query in a read-only transaction, and refuses a write that is hidden in it.
 */
public final class Query {
    /** Quoted text, and comments: nothing in them counts. */
    private static final Pattern ASIDE = Pattern.compile("(?s)'[^']*'|\"[^\"]*\"|--[^\\n]*|/\\*.*?\\*/");

    private static final Pattern READS =
            Pattern.compile("(?i)\\s*\\(*\\s*(select|with|values|table|show)\\b.*", Pattern.DOTALL);
    /** What can stand inside a query. All else that writes would begin with it. */
    private static final Pattern WRITES = Pattern.compile(
            "(?i)\\b(insert\\s+into|update\\s+\\S+\\s+set|delete\\s+from|merge\\s+into|select\\b.*\\binto)\\b",
            Pattern.DOTALL);

    private Query() {}

    /** What is wrong with a text as a query that reads; nothing where it is one. */
    public static Optional<String> fault(String text) {
        String bare = ASIDE.matcher(text)
                .replaceAll(aside -> aside.group().matches("(?s)['\"].*") ? "''" : " ")
                .strip()
                .replaceFirst(";$", "");
        if (bare.contains(";")) {
            return Optional.of("is more than one statement, and a query is one");
        }
        if (!READS.matcher(bare).matches()) {
            return Optional.of("is no query: it should begin with select");
        }
        Matcher writes = WRITES.matcher(bare);
        return writes.find()
                ? Optional.of("writes («" + writes.group() + "»), and an oracle only reads")
                : Optional.empty();
    }
}
