package dev.samekey.steps.author.draft;

import dev.samekey.steps.drive.process.CannotRun;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The words of a line, as a POSIX shell divides it (XCU, section 2.2). It runs nothing and fills in no variable. */
final class ShellWords {
    private static final String EXPANDED = "$`";
    private static final String ESCAPED_IN_QUOTES = "$`\"\\";
    private static final String ESCAPES = "abefnrtv";
    private static final String ESCAPED = "\u0007\b\u001b\f\n\r\t\u000b";
    private static final String TYPOGRAPHIC = "\u2018\u2019\u201c\u201d\u201e";
    /** What stands before a copied line: comments, and what a shell says when it waits. */
    private static final Pattern PROMPT = Pattern.compile(
            "^(#(?! *curl)[^\\n]*\\n\\s*)*([$%>#] +|\\S+@\\S+[$#] +|(PS )?[A-Za-z]:\\\\[^>\\n]*> ?)?(?=\\S)");

    private static final Pattern CARET_AT_END = Pattern.compile("\\^[ \\t]*\\r?\\n");
    private static final Pattern CODE = Pattern.compile("x([0-9a-fA-F]{1,2})|u([0-9a-fA-F]{1,4})|([0-7]{1,3})");

    private final String line;
    /** In which a dollar is one, and a caret takes its meaning from what follows. */
    private final boolean isOfWindows;

    private final List<String> words = new ArrayList<>();
    private @Nullable StringBuilder word;
    private int at;

    private ShellWords(String line) {
        String plain = withoutPrompt(line);
        boolean isEscaped = plain.contains("^\"");
        this.isOfWindows = isEscaped || CARET_AT_END.matcher(plain).find();
        // A backslash at the end of a line goes on with the next one; so does the caret of a Windows shell, which
        // quotes too.
        String whole = plain.replaceAll("[\\\\^`][ \\t]*\\r?\\n(?!\\r?\\n)", " ");
        this.line = isEscaped ? whole.replaceAll("(?s)\\^(\\r?\\n)?(.)", "$2") : whole;
    }

    /**
     * Divides a line.
     *
     * @throws CannotRun when a quote is left open, or only a shell could tell what is meant
     */
    static List<String> of(String line) {
        return new ShellWords(line).divided();
    }

    /** A line without what stands before it where it was copied from. */
    static String withoutPrompt(String line) {
        return PROMPT.matcher(line.strip()).replaceFirst("");
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
            } else if (one == '$' && line.startsWith("'", at)) {
                at++;
                escaped();
            } else if (one == '$' && line.startsWith("\"", at)) {
                at++;
                doubleQuoted();
            } else if (one == '|' || (one == ';' && !isOfWindows) || isRedirection(one)) {
                // Where the response goes does not count, and what comes after the line is none of it.
                break;
            } else if (TYPOGRAPHIC.indexOf(one) >= 0) {
                throw new CannotRun("the curl line has the typographic quote «" + one
                        + "», as text programs make it: write" + " ' or \" in its place");
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

    /** Such as {@code > out.json}, {@code 2>&1} and {@code &&}. */
    private boolean isRedirection(char one) {
        boolean isNumber = word != null && word.toString().matches("[12]");
        if (one == '>' && isNumber) {
            word = null;
            return true;
        }
        return word == null
                && (one == '>' || (one == '&' && (at == line.length() || " &>".indexOf(line.charAt(at)) >= 0)));
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

    /** What {@code $'…'} quotes: browsers copy lines so. */
    private void escaped() {
        StringBuilder text = word();
        while (true) {
            if (at >= line.length()) {
                throw open('\'');
            }
            char one = line.charAt(at++);
            if (one == '\'') {
                return;
            }
            if (one != '\\') {
                text.append(one);
                continue;
            }
            Matcher code = CODE.matcher(line).region(at, line.length());
            if (code.lookingAt()) {
                String hex = code.group(1) == null ? code.group(2) : code.group(1);
                text.appendCodePoint(hex == null ? Integer.parseInt(code.group(3), 8) : Integer.parseInt(hex, 16));
                at = code.end();
            } else if (at < line.length()) {
                char escape = line.charAt(at++);
                int known = ESCAPES.indexOf(escape);
                text.append(known < 0 ? escape : ESCAPED.charAt(known));
            }
        }
    }

    private char literal(char one) {
        if (!isOfWindows && EXPANDED.indexOf(one) >= 0 && !line.startsWith("{unique}", at)) {
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
