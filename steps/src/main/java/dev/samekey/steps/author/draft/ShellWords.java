package dev.samekey.steps.author.draft;

import dev.samekey.steps.drive.process.CannotRun;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The words of a line, as a POSIX shell divides it (XCU, section 2.2). It runs nothing and fills in no variable. */
final class ShellWords {
    private static final String EXPANDED = "$`";
    private static final String ESCAPED_IN_QUOTES = "$`\"\\";

    private final String line;
    private final List<String> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private int at;

    private ShellWords(String line) {
        // A backslash at the end of a line goes on with the next one; so does the caret of a Windows shell.
        this.line = line.replaceAll("[\\\\^]\\r?\\n", " ");
    }

    /**
     * Divides a line.
     *
     * @throws CannotRun when a quote is left open, or only a shell could tell what is meant
     */
    static List<String> of(String line) {
        return new ShellWords(line).divided();
    }

    private List<String> divided() {
        while (at < line.length()) {
            char one = line.charAt(at++);
            if (one == '\'') {
                int end = closing('\'');
                word().append(line, at, end);
                at = end + 1;
            } else if (one == '"') {
                doubleQuoted();
            } else if (one == '\\' && at < line.length()) {
                word().append(line.charAt(at++));
            } else if (Character.isWhitespace(one)) {
                end();
            } else {
                word().append(literal(one));
            }
        }
        end();
        return List.copyOf(words);
    }

    private void doubleQuoted() {
        StringBuilder text = word();
        while (true) {
            if (at >= line.length()) {
                throw open('"');
            }
            char one = line.charAt(at++);
            if (one == '"') {
                return;
            }
            boolean escapes = one == '\\' && at < line.length() && ESCAPED_IN_QUOTES.indexOf(line.charAt(at)) >= 0;
            text.append(escapes ? line.charAt(at++) : literal(one));
        }
    }

    private char literal(char one) {
        if (EXPANDED.indexOf(one) >= 0 && !line.startsWith("{unique}", at)) {
            throw new CannotRun("the curl line has «" + one + "», which only a shell can fill in. Write the line after"
                    + " «samekey try --» as it is, without quotes around the whole of it: your shell then fills it in");
        }
        return one;
    }

    private int closing(char quote) {
        int end = line.indexOf(quote, at);
        if (end < 0) {
            throw open(quote);
        }
        return end;
    }

    private static CannotRun open(char quote) {
        return new CannotRun("the curl line opens a quote " + quote + " and does not close it");
    }

    private StringBuilder word() {
        if (word == null) {
            word = new StringBuilder();
        }
        return word;
    }

    private void end() {
        if (word != null) {
            words.add(word.toString());
            word = null;
        }
    }
}
