package dev.samekey.oracles.metrics;

import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** One sample of the Prometheus text format: {@code name{label="value",...} value [timestamp]}. */
record Sample(String name, Map<String, String> labels, double value) {
    private static final Pattern LABEL = Pattern.compile("(\\w+)\\s*=\\s*\"((?:[^\"\\\\]|\\\\.)*)\"");
    private static final Pattern LINE =
            Pattern.compile("([A-Za-z_:][\\w:]*)(?:\\s*\\{((?:\\s*" + LABEL + "\\s*,?)*)\\s*}\\s*|\\s+)"
                    + "(?<value>[+-]?(?:\\d+(?:\\.\\d*)?(?:[eE][+-]?\\d+)?|Inf|NaN))(?:\\s+-?\\d+)?(?:\\s+#.*)?");

    /** The sample of a line, none where the line is a comment or blank. */
    static Stream<Sample> read(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        if (line.startsWith("#") || !matcher.matches()) {
            return Stream.empty();
        }
        double value = Double.parseDouble(matcher.group("value").replace("Inf", "Infinity"));
        return Stream.of(new Sample(matcher.group(1), labels(matcher.group(2)), value));
    }

    /** A name with the labels that count, as a contract writes it. */
    static Sample named(String counter) {
        return read(counter + " 0")
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("«" + counter + "» is not the name of a counter"));
    }

    boolean matches(Sample wanted) {
        return name.equals(wanted.name) && labels.entrySet().containsAll(wanted.labels.entrySet());
    }

    @Override
    public String toString() {
        return name + labels + " " + value;
    }

    private static Map<String, String> labels(@Nullable String text) {
        Map<String, String> labels = new TreeMap<>();
        if (text != null) {
            Matcher label = LABEL.matcher(text);
            while (label.find()) {
                labels.put(label.group(1), label.group(2));
            }
        }
        return labels;
    }
}
