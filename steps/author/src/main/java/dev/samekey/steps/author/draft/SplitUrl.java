package dev.samekey.steps.author.draft;

import dev.samekey.steps.drive.process.CannotRun;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A URL in which placeholders may stand, divided where the path begins.
 *
 * @param base scheme, host and port
 * @param path with its query; unsafe characters are percent-encoded
 */
record SplitUrl(String base, String path) {
    private static final Pattern URL = Pattern.compile(
            "(?s)(?:(?<scheme>[A-Za-z][A-Za-z0-9+.-]*):(?<slashes>//)?|(?<named>\\$\\{[^}]*})://)?(?<host>(?:\\$\\{[^}]*}|[^/?#$])+)(?<path>[^#]*)(#.*)?");
    private static final Pattern PORT_ONLY = Pattern.compile("\\d{1,5}([/?].*)?");
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    /**
     * Divides one. Without a scheme it is {@code http}.
     *
     * @throws CannotRun when it is none of HTTP; the message does not repeat it
     */
    static SplitUrl of(String text) {
        String bare = text.strip();
        boolean hasScheme = bare.matches("(?s)[A-Za-z][A-Za-z0-9+.-]*://.*");
        boolean isOther = bare.matches("(?is)(data|blob|about|file|javascript|mailto|chrome-extension):.*");
        Matcher url = URL.matcher(hasScheme || bare.startsWith("${") ? bare : "http://" + bare);
        if (isOther || !url.matches()) {
            throw new CannotRun("its URL is none of HTTP");
        }
        String scheme = url.group("scheme");
        if (scheme != null && !scheme.matches("(?i)https?")) {
            throw new CannotRun("its URL is one of " + scheme + ", and none of HTTP");
        }
        String host = url.group("host").replaceFirst("^[^@]*@", "");
        if (host.isEmpty() || host.startsWith(":") || PORT_ONLY.matcher(host).matches()) {
            throw new CannotRun("its URL names no host");
        }
        String path = url.group("path");
        String named = url.group("named");
        String begin = scheme != null ? scheme.toLowerCase(Locale.ROOT) + "://" : named != null ? named + "://" : "";
        return new SplitUrl(begin + host, encoded(path.startsWith("/") ? path : "/" + path));
    }

    /** What no URL may have, outside of placeholders. */
    private static String encoded(String path) {
        StringBuilder whole = new StringBuilder();
        int at = 0;
        while (at < path.length()) {
            int end = path.startsWith("${", at) ? path.indexOf('}', at) : -1;
            if (end > 0) {
                whole.append(path, at, end + 1);
                at = end + 1;
                continue;
            }
            int one = path.codePointAt(at);
            at += Character.charCount(one);
            if (one <= ' ' || one > '~' || "\"<>\\^`{|}".indexOf(one) >= 0) {
                for (byte unsafe : Character.toString(one).getBytes(StandardCharsets.UTF_8)) {
                    whole.append('%').append(HEX.toHexDigits(unsafe));
                }
            } else {
                whole.appendCodePoint(one);
            }
        }
        return whole.toString();
    }
}
