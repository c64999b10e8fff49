package dev.samekey.steps.model.targets;

import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hides what shows by its form or its name that it is a secret, though no target file says so: a cookie that the target sets, a token
 * in a response, the key of somebody else. «…» stands in its place.
 */
final class Telltale {
    private static final String HIDDEN = "…";

    /** What stands in the place of a secret already. */
    private static final Pattern MASK = Pattern.compile("[$‹…]");

    /** So long a text with digits and without blanks is a key, and no word. */
    private static final Pattern KEY = Pattern.compile("(?=\\D*\\d)[\\w+/=.~:%-]{16,}");

    private static final Pattern SCHEME = Pattern.compile("([A-Za-z][\\w-]*) +(?=\\S)");

    /** No more letters before a colon are a name. */
    private static final int LONGEST_NAME = 40;

    private static final String ENDS_A_VALUE = " \t\r\n&;,\"'<>()[]{}\\|";

    private static final Pattern QUERY = Pattern.compile("[?][^\\s\"'<>]+");

    /** What a query carries as a credential, by the usual names, however short it is. */
    private static final Pattern SIGNED = Pattern.compile("(?i)((?:[?&;]|\\\\u0026)"
            + "(?:sig|(?:x-amz-|x-goog-)?signature|x-amz-security-token|(?:access_)?token|password|pwd|(?:client_)?secret"
            + "|api_?key)=)(?![$‹])[^&;#\\\\]+");

    /** Secrets of a form that is known. Each is looked for only where its hint is, which costs next to nothing. */
    private static final List<Form> FORMS = List.of(
            new Form("eyJ", "\\beyJ[\\w-]{6,}\\.[\\w-]{4,}\\.[\\w-]*"),
            new Form("_live_", "\\b[sr]k_live_\\w{8,}"),
            new Form("_test_", "\\b[sr]k_test_\\w{8,}"),
            new Form("whsec_", "\\bwhsec_[\\w+/=]{8,}"),
            new Form("gh", "\\b(?:gh[pousr]|github_pat)_\\w{20,}"),
            new Form("glpat-", "\\bglpat-[\\w-]{16,}"),
            new Form("xox", "\\bxox[abeprs]-[\\w-]{10,}"),
            new Form("AKIA", "\\bAKIA[A-Z0-9]{12,}"),
            new Form("ASIA", "\\bASIA[A-Z0-9]{12,}"),
            new Form("AWS4-HMAC-SHA256", "(?<=\\bSignature=)[0-9a-f]{64}"),
            new Form("earer ", "(?<=\\b[Bb]earer )(?=[^\\s\"']*\\d)[\\w.~+/-]{8,}+=*+(?![\"$‹])"),
            new Form(
                    "PRIVATE KEY-----",
                    "-----BEGIN [A-Z ]*PRIVATE KEY-----.*?(?:-----END [A-Z ]*PRIVATE KEY-----|\\z)"));

    private static final Map<String, Kind> NAMES = names();

    /** What is hidden of a value, by its name. */
    private enum Kind {
        /** All behind the scheme. */
        AUTHORIZATION,
        /** The value of each cookie. */
        COOKIE,
        /** The value of the cookie, and not what else the line says of it. */
        SET_COOKIE,
        /** All of it. */
        SECRET,
        /** All of it if it is no word. */
        KEY
    }

    private record Form(String hint, Pattern pattern) {
        Form(String hint, String pattern) {
            this(hint, Pattern.compile(pattern, Pattern.DOTALL));
        }
    }

    private Telltale() {}

    private static Map<String, Kind> names() {
        Map<String, Kind> names = new HashMap<>(Map.of(
                "authorization", Kind.AUTHORIZATION,
                "proxyauthorization", Kind.AUTHORIZATION,
                "cookie", Kind.COOKIE,
                "setcookie", Kind.SET_COOKIE));
        Stream.of(
                        "accesstoken",
                        "refreshtoken",
                        "idtoken",
                        "sessiontoken",
                        "xamzsecuritytoken",
                        "clientsecret",
                        "clientassertion",
                        "secretkey",
                        "privatekey",
                        "password",
                        "passwd",
                        "passphrase")
                .forEach(name -> names.put(name, Kind.SECRET));
        Stream.of(
                        "token",
                        "xtoken",
                        "authtoken",
                        "xauthtoken",
                        "xaccesstoken",
                        "secret",
                        "webhooksecret",
                        "signingsecret",
                        "apikey",
                        "xapikey",
                        "accesskey",
                        "signature",
                        "xsignature")
                .forEach(name -> names.put(name, Kind.KEY));
        return Map.copyOf(names);
    }

    static String hidden(String text) {
        String hidden = named(text);
        for (Form form : FORMS) {
            if (hidden.contains(form.hint())) {
                hidden = form.pattern().matcher(hidden).replaceAll(HIDDEN);
            }
        }
        return hidden.indexOf('?') < 0
                ? hidden
                : QUERY.matcher(hidden)
                        .replaceAll(query -> Matcher.quoteReplacement(
                                SIGNED.matcher(query.group()).replaceAll("$1" + HIDDEN)));
    }

    /** Whether a text has a secret of a form that is known. */
    static List<String> in(String text) {
        return FORMS.stream()
                .filter(form -> text.contains(form.hint()))
                .flatMap(form -> form.pattern().matcher(text).results())
                .map(found -> found.group())
                .toList();
    }

    /** Whether it is too long and mixed to be a word. */
    static boolean isKey(String text) {
        return KEY.matcher(text).matches();
    }

    /** Looks at each colon and equals sign: is what is before it the name of a secret? */
    private static String named(String text) {
        StringBuilder hidden = new StringBuilder();
        int done = 0;
        for (int at = 0; at < text.length(); at++) {
            char sign = text.charAt(at);
            if ((sign == ':' || sign == '=') && at >= done) {
                Kind kind = kind(text, done, at);
                Value value = kind == null ? null : Value.after(text, at, kind);
                if (kind != null && value != null) {
                    String said = text.substring(value.start(), value.end());
                    hidden.append(text, done, value.start())
                            .append(hidden(said, kind, value.isQuoted() || sign == '='));
                    done = value.end();
                }
            }
        }
        return done == 0 ? text : hidden.append(text, done, text.length()).toString();
    }

    private static @Nullable Kind kind(String text, int from, int sign) {
        int end = sign;
        while (end > from && (text.charAt(end - 1) == ' ' || isQuote(text.charAt(end - 1)))) {
            end--;
        }
        int start = end;
        while (start > from && end - start < LONGEST_NAME && isOfName(text.charAt(start - 1))) {
            start--;
        }
        return end == start
                ? null
                : NAMES.get(text.substring(start, end)
                        .replace("-", "")
                        .replace("_", "")
                        .toLowerCase(Locale.ROOT));
    }

    private static boolean isOfName(char letter) {
        return Character.isLetterOrDigit(letter) || letter == '-' || letter == '_';
    }

    private static boolean isQuote(char letter) {
        return letter == '"' || letter == '\'' || letter == '\\';
    }

    private static String hidden(String value, Kind kind, boolean isSure) {
        return switch (kind) {
            case AUTHORIZATION -> {
                Matcher scheme = SCHEME.matcher(value);
                int start = scheme.lookingAt() ? scheme.end() : 0;
                yield isSentence(value) ? value : value.substring(0, start) + masked(value.substring(start));
            }
            case COOKIE -> cookies(value, Integer.MAX_VALUE);
            case SET_COOKIE -> cookies(value, 1);
            case SECRET ->
                (isSure || isKey(value))
                                && value.length() >= Replacements.SHORTEST
                                && !value.equals("null")
                                && !value.equals("true")
                                && !value.equals("false")
                                && value.indexOf(' ') < 0
                        ? masked(value)
                        : value;
            case KEY -> isKey(value) ? masked(value) : value;
        };
    }

    private static String masked(String value) {
        return value.isBlank() || MASK.matcher(value).find() ? value : HIDDEN;
    }

    /** What a message says of the header. */
    private static boolean isSentence(String value) {
        return value.chars().filter(letter -> letter == ' ').count() > 1
                && value.chars().noneMatch(letter -> letter == '=' || Character.isDigit(letter));
    }

    private static String cookies(String value, int most) {
        String[] pairs = value.split(";", -1);
        for (int i = 0; i < Math.min(most, pairs.length); i++) {
            int equals = pairs[i].indexOf('=');
            if (equals >= 0) {
                pairs[i] = pairs[i].substring(0, equals + 1) + masked(pairs[i].substring(equals + 1));
            }
        }
        return String.join(";", pairs);
    }

    /**
     * Where the value of a name stands.
     *
     * @param isQuoted whether it stands in quotes of its own
     */
    private record Value(int start, int end, boolean isQuoted) {
        /** Null where there is none. */
        static @Nullable Value after(String text, int sign, Kind kind) {
            int start = sign + 1;
            while (start < text.length() && (text.charAt(start) == ' ' || text.charAt(start) == '[')) {
                start++;
            }
            int quote = start;
            while (quote < text.length() && text.charAt(quote) == '\\') {
                quote++;
            }
            if (quote < text.length() && text.charAt(quote) == '"') {
                String closing = text.substring(start, quote + 1);
                int end = text.indexOf(closing, quote + 1);
                return end < 0 ? null : new Value(quote + 1, end, true);
            }
            int end = start;
            while (end < text.length() && !ends(text, sign, end, kind)) {
                end++;
            }
            return end == start ? null : new Value(start, end, false);
        }

        private static boolean ends(String text, int sign, int at, Kind kind) {
            char letter = text.charAt(at);
            boolean isHeader = kind != Kind.SECRET && kind != Kind.KEY;
            if (!isHeader) {
                return ENDS_A_VALUE.indexOf(letter) >= 0;
            }
            // As a map is printed by Java, or as a header stands on its line.
            return letter == '\n'
                    || letter == '\r'
                    || (text.charAt(sign) == '=' ? ",]}\"".indexOf(letter) >= 0 : isClosing(text, at));
        }

        /** A quote that ends the word of a shell, and not one within the header. */
        private static boolean isClosing(String text, int at) {
            char letter = text.charAt(at);
            return (letter == '"' || letter == '\'')
                    && text.charAt(at - 1) != '\\'
                    && (at + 1 == text.length() || Character.isWhitespace(text.charAt(at + 1)));
        }
    }
}
