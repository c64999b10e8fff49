package dev.samekey.steps.model.targets;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Base64;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What no report may show. Each secret is replaced by the name of its environment variable, as a shell writes it, also
 * where it stands in Base64 or as a URL, JSON, HTML or a shell has to write it. A short one is hidden where it is a word of its own,
 * a long one also inside of words. In a URL the value of what is named as a credential is replaced by «…».
 */
public final class Secrets {
    /** Passwords inside a URL or a connection string, which tell as much as the whole. */
    private static final Pattern WITHIN =
            Pattern.compile("(?i)://[^/@:\\s]*:([^/@\\s]+)@|[?&;](?:password|pwd|token|secret)=([^&;\\s]+)");

    private static final Pattern QUERY = Pattern.compile("[?][^\\s\"'<>]+");

    /** What a query carries as a credential, by the usual names. The target sends such a URL itself, so no file names its value. */
    private static final Pattern SIGNED = Pattern.compile("(?i)((?:[?&;]|\\\\u0026)"
            + "(?:sig|(?:x-amz-|x-goog-)?signature|x-amz-security-token|(?:access_)?token|password|pwd|(?:client_)?secret"
            + "|api_?key)=)(?![$])[^&;#\\\\]+");

    private static final Pattern ESCAPE = Pattern.compile("%[0-9A-F]{2}");

    /** So short a text is found everywhere: to hide it would hide half of a report, and where it stands would tell it. */
    private static final int SHORT = 4;

    /** A shorter text is part of many words: it is hidden where it is a word of its own. */
    private static final int LONG = 8;

    /** What ends a word in a report: no letter or digit, or an escaped character. */
    private static final String BEFORE = "(?:(?<![\\p{L}\\p{N}])|(?<=%[0-9A-Fa-f]{2})|(?<=\\\\[bfnrt]))";

    private static final String AFTER = "(?![\\p{L}\\p{N}])";

    /** By what is hidden, the longest first; replaced whole when a run learns one more. */
    private volatile Map<String, String> replacements;

    private final List<String> shown;

    /** @param replacements what stands in a report instead of each secret */
    public Secrets(Map<String, String> replacements) {
        this.replacements = longestFirst(forms(replacements));
        shown = replacements.entrySet().stream()
                .filter(secret -> !secret.getKey().isBlank() && secret.getKey().length() < SHORT)
                .map(Map.Entry::getValue)
                .sorted()
                .toList();
    }

    /** Hides one more from here on, such as a token that the run has fetched. */
    public synchronized void add(String secret, String name) {
        Map<String, String> more = new HashMap<>(replacements);
        forms(Map.of(secret, name)).forEach(more::putIfAbsent);
        if (more.size() > replacements.size()) {
            replacements = longestFirst(more);
        }
    }

    private static Map<String, String> forms(Map<String, String> replacements) {
        Map<String, String> all = new HashMap<>();
        replacements.forEach((secret, name) -> forms(secret).stream()
                .filter(form -> form.length() >= SHORT)
                .forEach(form -> all.putIfAbsent(form, name)));
        return all;
    }

    /** So that a secret inside another one does not leave half of it. */
    private static Map<String, String> longestFirst(Map<String, String> all) {
        Map<String, String> sorted = new LinkedHashMap<>();
        all.keySet().stream()
                .filter(secret -> !secret.isBlank())
                .sorted(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder()))
                .forEach(secret -> sorted.put(secret, String.valueOf(all.get(secret))));
        return sorted;
    }

    /** The names of the variables whose values are too short to be found in a report, and so stand in it. */
    public List<String> shown() {
        return shown;
    }

    public String redact(String text) {
        String redacted = text;
        for (Map.Entry<String, String> secret : replacements.entrySet()) {
            redacted = redacted(redacted, secret.getKey(), secret.getValue());
        }
        return QUERY.matcher(redacted)
                .replaceAll(query ->
                        Matcher.quoteReplacement(SIGNED.matcher(query.group()).replaceAll("$1…")));
    }

    private static String redacted(String text, String secret, String name) {
        if (secret.length() >= LONG || !text.contains(secret)) {
            return text.replace(secret, name);
        }
        return Pattern.compile(BEFORE + Pattern.quote(secret) + AFTER)
                .matcher(text)
                .replaceAll(Matcher.quoteReplacement(name));
    }

    /**
     * Redacts a file of text in its place, line by line.
     *
     * @throws IOException when it cannot be read or written
     */
    public void redact(Path file) throws IOException {
        if (replacements.isEmpty() || !Files.exists(file)) {
            return;
        }
        Path clean = file.resolveSibling(file.getFileName() + ".redacted");
        // One character for each byte, so that what is no UTF-8 stays as it is.
        try (BufferedReader in = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1);
                BufferedWriter out = Files.newBufferedWriter(clean, StandardCharsets.ISO_8859_1)) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                out.write(bytes(redact(text(line))));
                out.newLine();
            }
        }
        Files.move(clean, file, StandardCopyOption.REPLACE_EXISTING);
    }

    private static String text(String bytes) {
        return new String(bytes.getBytes(StandardCharsets.ISO_8859_1), StandardCharsets.UTF_8);
    }

    private static String bytes(String text) {
        return new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    }

    private static Set<String> forms(String secret) {
        Set<String> plain = new LinkedHashSet<>(List.of(secret));
        Matcher within = WITHIN.matcher(secret);
        while (within.find()) {
            plain.add(within.group(1) == null ? within.group(2) : within.group(1));
        }
        plain.addAll(credentials(secret));
        plain.addAll(decoded(secret));
        Set<String> forms = new LinkedHashSet<>(plain);
        plain.forEach(one -> forms.addAll(written(one)));
        return forms;
    }

    /** The user and password that HTTP's Basic scheme wraps in Base64. */
    private static List<String> credentials(String secret) {
        try {
            String both = new String(Base64.getDecoder().decode(secret), StandardCharsets.UTF_8);
            int colon = both.indexOf(':');
            boolean readable = both.chars().allMatch(letter -> letter >= ' ' && letter != 0xFFFD);
            return colon > 0 && readable && both.length() - colon > SHORT
                    ? List.of(both, both.substring(colon + 1))
                    : List.of();
        } catch (IllegalArgumentException noBase64) {
            return List.of();
        }
    }

    /** A secret from a URL is encoded there already, and an API may show it as it reads it. */
    private static List<String> decoded(String secret) {
        try {
            return secret.contains("%") ? List.of(URLDecoder.decode(secret, StandardCharsets.UTF_8)) : List.of();
        } catch (IllegalArgumentException notEncoded) {
            return List.of();
        }
    }

    private static String small(String url) {
        return ESCAPE.matcher(url).replaceAll(escape -> escape.group().toLowerCase(Locale.ROOT));
    }

    private static List<String> written(String secret) {
        byte[] bytes = secret.getBytes(StandardCharsets.UTF_8);
        String url = URLEncoder.encode(secret, StandardCharsets.UTF_8);
        String json = secret.replace("\\", "\\\\").replace("\"", "\\\"");
        return List.of(
                Base64.getEncoder().encodeToString(bytes),
                Base64.getEncoder().withoutPadding().encodeToString(bytes),
                Base64.getUrlEncoder().encodeToString(bytes),
                Base64.getUrlEncoder().withoutPadding().encodeToString(bytes),
                url,
                url.replace("+", "%20"),
                small(url),
                small(url.replace("+", "%20")),
                json,
                json.replace("/", "\\/"),
                json.replace("`", "\\`"),
                secret.replace("'", "'\\''"),
                secret.replace("&", "&amp;")
                        .replace("<", "&lt;")
                        .replace(">", "&gt;")
                        .replace("\"", "&quot;"));
    }
}
