package dev.samekey.steps.model.contract;

import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A text that a contract names: itself, or a pattern between slashes such as {@code /insufficient_.+/}. */
final class Named {
    private Named() {}

    /** Whether a text is the one that is named. */
    static boolean fits(String named, String text) {
        return isPattern(named) ? text.matches(inner(named)) : named.equals(text);
    }

    static boolean isPattern(String named) {
        return named.length() > 2 && named.startsWith("/") && named.endsWith("/");
    }

    /** @throws IllegalArgumentException for a pattern that is none */
    static void check(String named) {
        try {
            var unused = isPattern(named) ? Pattern.compile(inner(named)) : null;
        } catch (PatternSyntaxException wrong) {
            throw new IllegalArgumentException("«" + named + "» is no pattern: " + wrong.getDescription(), wrong);
        }
    }

    /** The same as an extended regular expression of POSIX, for what is read by another tool. */
    static String extended(String named) {
        return isPattern(named) ? inner(named) : named.replaceAll("[.\\[\\\\()*+?{|^$]", "\\\\$0");
    }

    private static String inner(String pattern) {
        return pattern.substring(1, pattern.length() - 1);
    }
}
