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
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What no report may show. Each secret is replaced by the name of its environment variable, as a shell writes it, or by its place in
 * the target file, such as {@code ‹Authorization of alice›}; also where it stands in Base64 or as a URL, JSON, HTML or a shell has
 * to write it. A short one is hidden where it is a word of its own, a long one also inside of words. What only looks like a secret is
 * replaced by «…».
 */
public final class Secrets {
    /** Passwords inside a URL or a connection string, which tell as much as the whole. */
    private static final Pattern WITHIN =
            Pattern.compile("(?i)://[^/@:\\s]*:([^/@\\s]+)@|[?&;](?:password|pwd|token|secret)=([^&;\\s]+)");

    private static final Pattern ESCAPE = Pattern.compile("%[0-9A-F]{2}");

    private final Map<String, String> names = new HashMap<>();

    /** Replaced whole when a run learns one more. */
    private volatile Replacements replacements;

    private final List<String> shown;
    private final List<LiteralSecret> literals;

    /** @param names what stands in a report instead of each secret */
    public Secrets(Map<String, String> names) {
        this(names, List.of());
    }

    /** @param literals the secrets that stand in the target file itself */
    Secrets(Map<String, String> names, List<LiteralSecret> literals) {
        this.names.putAll(forms(names));
        this.replacements = new Replacements(this.names);
        this.literals = List.copyOf(literals);
        shown = names.entrySet().stream()
                .filter(secret -> !secret.getKey().isBlank() && secret.getKey().length() < Replacements.SHORTEST)
                .map(Map.Entry::getValue)
                .sorted()
                .toList();
    }

    /** Hides one more from here on, such as a token that the run has fetched. */
    public synchronized void add(String secret, String name) {
        int known = names.size();
        forms(Map.of(secret, name)).forEach(names::putIfAbsent);
        if (names.size() > known) {
            replacements = new Replacements(names);
        }
    }

    /** The longest first: what stands inside of another one has the name that is its own. */
    private static Map<String, String> forms(Map<String, String> names) {
        Map<String, String> all = new HashMap<>();
        names.forEach((secret, name) -> forms(secret).forEach(form -> all.putIfAbsent(form, name)));
        return all;
    }

    /** The names of the variables whose values are too short to be found in a report, and so stand in it. */
    public List<String> shown() {
        return shown;
    }

    /** The secrets that stand in the target file itself. */
    public List<LiteralSecret> literals() {
        return literals;
    }

    /** The text without any secret, in one pass for all that are known, and one for what looks like another. */
    public String redact(String text) {
        return Telltale.hidden(replacements.in(text));
    }

    /**
     * The text with a mark in the place of each secret, so that the name of a secret is told from a text that looks like one.
     *
     * @param mark makes the mark of a name, such as {@code $TOKEN}
     */
    public String marked(String text, UnaryOperator<String> mark) {
        Map<String, String> marks = new HashMap<>();
        synchronized (this) {
            names.forEach((secret, name) -> marks.put(secret, mark.apply(name)));
        }
        return new Replacements(marks).in(text);
    }

    /** The text without what only looks like a secret. */
    public String withoutTelltales(String text) {
        return Telltale.hidden(text);
    }

    /** Whether a text has a secret that a variable of the environment holds, or that the run has learned. */
    public boolean isPrivate(String text) {
        return replacements.namesIn(text).stream().anyMatch(name -> name.startsWith("$"));
    }

    /**
     * Redacts a file of text in its place, line by line.
     *
     * @throws IOException when it cannot be read or written
     */
    public void redact(Path file) throws IOException {
        if (!Files.exists(file)) {
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
            return colon > 0 && readable && both.length() - colon > Replacements.SHORTEST
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
                html(secret),
                // As the pages of Samekey write it.
                html(secret).replace("'", "&#39;").replace("`", "&#x60;").replace("=", "&#x3D;"));
    }

    private static String html(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
