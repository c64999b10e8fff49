package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import dev.samekey.steps.model.targets.SecretName;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What {@code {{name}}} stands for in a collection. What is secret, has no value, or may be the id of a result stays a variable:
 * {@code ${env:NAME}}.
 *
 * @param known the values by name, those of an inner folder in place of an outer one's
 */
record PostmanVariables(Map<String, String> known) {
    static final PostmanVariables NONE = new PostmanVariables(Map.of());

    private static final Pattern VARIABLE = Pattern.compile("\\{\\{\\s*([^{}]+?)\\s*}}");
    /** A variable may name another one. */
    private static final int DEEPEST = 5;

    PostmanVariables {
        known = Map.copyOf(known);
    }

    /** Those of a list of a collection too. */
    PostmanVariables with(JsonNode list) {
        Map<String, String> all = new LinkedHashMap<>(known);
        list.forEach(one -> {
            String name =
                    one.has("key") ? one.path("key").asText() : one.path("id").asText();
            boolean isSecret = one.path("type").asText().equals("secret");
            boolean isOn =
                    !one.path("disabled").asBoolean() && one.path("enabled").asBoolean(true);
            if (!name.isBlank() && isOn) {
                all.put(name, isSecret ? "" : PostmanFile.text(one.path("value")));
            }
        });
        return new PostmanVariables(all);
    }

    /** Those of others too, which count before these. */
    PostmanVariables with(PostmanVariables others) {
        Map<String, String> all = new LinkedHashMap<>(known);
        all.putAll(others.known);
        return new PostmanVariables(all);
    }

    /** The text with the values in it. */
    String filled(String text) {
        String filled = text;
        for (int i = 0; i < DEEPEST && filled.contains("{{"); i++) {
            filled = VARIABLE.matcher(filled).replaceAll(found -> Matcher.quoteReplacement(value(found.group(1))));
        }
        return filled;
    }

    /** The same in JSON, where a placeholder needs quotes around it. */
    String filledJson(String json) {
        String filled = filled(json);
        StringBuilder whole = new StringBuilder();
        boolean isInside = false;
        for (int i = 0; i < filled.length(); i++) {
            char one = filled.charAt(i);
            int end = !isInside && filled.startsWith("${", i) ? filled.indexOf('}', i) : -1;
            if (end > 0) {
                whole.append('"').append(filled, i, end + 1).append('"');
                i = end;
            } else if (isInside && one == '\\' && i + 1 < filled.length()) {
                whole.append(one).append(filled.charAt(++i));
            } else {
                isInside = (one == '"') != isInside;
                whole.append(one);
            }
        }
        return whole.toString();
    }

    /** A credential: its variables are named, also where their values are known. */
    String named(String text) {
        return VARIABLE.matcher(text).replaceAll(found -> Matcher.quoteReplacement(variable(found.group(1))));
    }

    private String value(String name) {
        if (name.startsWith("$")) {
            return dynamic(name);
        }
        String value = known.getOrDefault(name, "");
        boolean stays = value.isBlank() || SecretName.isSecret(name) || isId(name);
        return stays ? variable(name) : value;
    }

    /** What Postman makes up anew for each request. */
    private static String dynamic(String name) {
        return switch (name) {
            case "$timestamp" -> String.valueOf(Instant.now().getEpochSecond());
            case "$isoTimestamp" -> Instant.now().toString();
            case "$randomInt" -> "500";
            default -> SampleBodies.UNIQUE;
        };
    }

    private static boolean isId(String name) {
        return Words.snake(name).matches("id|.*_id|.*_uuid");
    }

    private static String variable(String name) {
        return "${env:" + variableName(name) + "}";
    }

    private static String variableName(String name) {
        String plain = Words.snake(name)
                .toUpperCase(Locale.ROOT)
                .replaceAll("[^A-Z0-9]+", "_")
                .replaceAll("^_|_$", "");
        return plain.isEmpty() ? "VARIABLE" : plain.matches("\\d.*") ? "_" + plain : plain;
    }

    /** By the name of the variable of the environment, the values that are known and are no secrets. */
    Map<String, String> values() {
        Map<String, String> values = new LinkedHashMap<>();
        known.forEach((name, value) -> {
            if (!value.isBlank() && !SecretName.isSecret(name)) {
                values.put(variableName(name), value);
            }
        });
        return values;
    }
}
