package dev.samekey.steps.judge.repeat;

import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.targets.Secrets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What differs each time when requests are sent again, and so is a variable of the script: keys, unique values, ids of earlier
 * responses and secrets. In a text each has a mark in its place, which quoting makes a variable of.
 */
final class Variables {
    /** Around a name; Unicode leaves these characters to everybody. A {@code $} before them keeps them from looking like a secret. */
    private static final char OPEN = '\uE000';

    private static final char CLOSE = '\uE001';
    private static final char DOTS = '\uE002';

    private static final Pattern MARK = Pattern.compile("\\$" + OPEN + "([^" + CLOSE + "]*)" + CLOSE);
    private static final Pattern TOKEN = Pattern.compile("\\$\\{token\\.([^}]*)}");

    /** A shorter value is part of many words: it is replaced only where it stands alone. */
    private static final int LONG = 8;

    private static final String HIDDEN = "HIDDEN_VALUE";

    private final Secrets secrets;
    /** By what it was in the run, the name of the variable; the longest first. */
    private final Map<String, String> values = new TreeMap<>(
            Comparator.<String>comparingInt(value -> -value.length()).thenComparing(Comparator.naturalOrder()));

    private final Map<String, String> wholes = new LinkedHashMap<>();
    private final Map<String, String> descriptions = new LinkedHashMap<>();
    private final Set<String> used = new LinkedHashSet<>();

    Variables(Secrets secrets) {
        this.secrets = secrets;
    }

    /** Puts a variable in the place of a value from here on. */
    void add(String name, String value) {
        values.putIfAbsent(value, name);
    }

    /** The same where it is the whole value of a header of that name. */
    void addWhole(String header, String value, String name) {
        wholes.putIfAbsent(header.toLowerCase(Locale.ROOT) + ": " + value, name);
    }

    /** What each value was in the run, and its variable. */
    Map<String, String> values() {
        return values;
    }

    /** A header with a mark in the place of each variable. */
    String inHeader(Header header) {
        String whole = wholes.get(header.name().toLowerCase(Locale.ROOT) + ": " + header.value());
        if (whole != null) {
            used.add(whole);
            return header.name() + ": " + mark(whole);
        }
        return in(header.toString());
    }

    /** Whether a secret has its mark there. */
    boolean hasSecret(String marked) {
        return namesIn(marked).stream().anyMatch(descriptions::containsKey);
    }

    /** The variables that have their marks there. */
    List<String> namesIn(String marked) {
        return MARK.matcher(marked).results().map(found -> found.group(1)).toList();
    }

    /** Whether a text has put the variable of that name in the place of something. */
    boolean isUsed(String name) {
        return used.contains(name);
    }

    /** By its name, what each secret is that a text has used. */
    Map<String, String> secrets() {
        Map<String, String> all = new LinkedHashMap<>(descriptions);
        all.keySet().retainAll(used);
        return all;
    }

    /** The text with a mark in the place of each variable. */
    String in(String text) {
        String own = text.replace('…', DOTS);
        String marked = secrets.marked(
                TOKEN.matcher(own)
                        .replaceAll(token -> Matcher.quoteReplacement(
                                secret("TOKEN_OF_" + token.group(1), "a token of " + token.group(1)))),
                this::secret);
        StringBuilder filled = new StringBuilder();
        Matcher mark = MARK.matcher(marked);
        int done = 0;
        while (mark.find()) {
            filled.append(withValues(marked.substring(done, mark.start()))).append(mark.group());
            done = mark.end();
        }
        filled.append(withValues(marked.substring(done)));
        String shown = secrets.withoutTelltales(filled.toString());
        String whole = shown.replace("…", shown.contains("…") ? secret(HIDDEN, "what a report hides") : "");
        Matcher names = MARK.matcher(whole);
        while (names.find()) {
            used.add(names.group(1));
        }
        return whole.replace(DOTS, '…');
    }

    /** The mark of a secret, by what stands in a report in its place: {@code $NAME}, or its place in the target file. */
    private String secret(String shown) {
        if (shown.startsWith("${token.")) {
            String of = shown.substring("${token.".length(), shown.length() - 1);
            return secret("TOKEN_OF_" + of, "a token of " + of);
        }
        return shown.startsWith("$")
                ? secret(shown.substring(1), "a secret of the target file")
                : secret(shown, "what the target file has as " + shown);
    }

    private String secret(String name, String what) {
        String variable = name.toUpperCase(Locale.ROOT)
                .replaceAll("[^A-Z0-9]+", "_")
                .replaceAll("^_|_$", "")
                .replaceAll("^(?=\\d)", "_");
        // A variable of the environment has the letters that it has.
        String kept = name.matches("[A-Za-z_]\\w*") ? name : variable;
        descriptions.putIfAbsent(kept, what);
        return mark(kept);
    }

    private static String mark(String name) {
        return "$" + OPEN + name + CLOSE;
    }

    private String withValues(String text) {
        StringBuilder filled = new StringBuilder();
        int at = 0;
        while (at < text.length()) {
            String value = valueAt(text, at);
            filled.append(value == null ? text.substring(at, at + 1) : mark(String.valueOf(values.get(value))));
            at += value == null ? 1 : value.length();
        }
        return filled.toString();
    }

    private @Nullable String valueAt(String text, int at) {
        for (String value : values.keySet()) {
            if (!value.isEmpty()
                    && text.startsWith(value, at)
                    && (value.length() >= LONG || standsAlone(text, at, at + value.length()))) {
                return value;
            }
        }
        return null;
    }

    /** Whether it is the whole value of a header or of a member, or a segment of a path. */
    private static boolean standsAlone(String text, int start, int end) {
        String inJson = end - start < 3 ? "" : ":,}]";
        boolean begins = start == 0 || ("/\"= " + inJson).indexOf(text.charAt(start - 1)) >= 0;
        boolean ends = end == text.length() || ("/\"&?" + inJson).indexOf(text.charAt(end)) >= 0;
        return begins && ends;
    }

    /** In double quotes, or in single ones where it has no variable. */
    static String quoted(String marked) {
        return MARK.matcher(marked).find() || marked.contains("'") ? '"' + within(marked) + '"' : "'" + marked + "'";
    }

    /** As it stands within double quotes. */
    static String within(String marked) {
        return escaped(marked, "\\\"`$");
    }

    /** As it stands in a here-document. */
    static String document(String marked) {
        return escaped(marked, "\\`$");
    }

    private static String escaped(String marked, String special) {
        StringBuilder escaped = new StringBuilder();
        Matcher mark = MARK.matcher(marked);
        int done = 0;
        List<String> parts = new ArrayList<>();
        while (mark.find()) {
            parts.add(literal(marked.substring(done, mark.start()), special));
            parts.add("${" + mark.group(1) + "}");
            done = mark.end();
        }
        parts.add(literal(marked.substring(done), special));
        parts.forEach(escaped::append);
        return escaped.toString();
    }

    private static String literal(String text, String special) {
        StringBuilder literal = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            if (special.indexOf(text.charAt(i)) >= 0) {
                literal.append('\\');
            }
            literal.append(text.charAt(i));
        }
        return literal.toString();
    }
}
