package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.drive.http.Header;
import dev.samekey.steps.model.targets.SecretName;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The secrets of a curl line: in a target file and in reports a variable of the environment stands in their place. */
final class LineSecrets {
    private static final Pattern SCHEME = Pattern.compile("(?i)((?:bearer|basic|token|apikey|digest) +)(\\S.*)");

    /** What is shorter may well be in the environment by chance. */
    private static final int LONG = 8;

    private final Map<String, String> environment;
    private final Map<String, String> added = new LinkedHashMap<>();

    LineSecrets(Map<String, String> environment) {
        this.environment = environment;
    }

    /** The value of a header with its variable. */
    String header(Header header) {
        Matcher scheme = SCHEME.matcher(header.value());
        boolean isNamed = header.name().equalsIgnoreCase("Authorization");
        return isNamed && scheme.matches()
                ? scheme.group(1) + variable("API_TOKEN", scheme.group(2))
                : variable(header.name(), header.value());
    }

    /** The path with a variable in place of each parameter that is a secret. */
    String path(String path) {
        int query = path.indexOf('?');
        if (query < 0) {
            return path;
        }
        StringBuilder whole = new StringBuilder(path.substring(0, query + 1));
        String between = "";
        for (String pair : path.substring(query + 1).split("&", -1)) {
            int equals = pair.indexOf('=');
            boolean hides =
                    equals > 0 && equals + 1 < pair.length() && SecretName.isSecretParameter(pair.substring(0, equals));
            whole.append(between)
                    .append(
                            hides
                                    ? pair.substring(0, equals + 1)
                                            + variable(pair.substring(0, equals), pair.substring(equals + 1))
                                    : pair);
            between = "&";
        }
        return whole.toString();
    }

    /** The body, in which a variable now stands in place of each member that is a secret. */
    JsonNode body(JsonNode body) {
        if (body instanceof ObjectNode object) {
            object.properties().forEach(member -> {
                JsonNode value = member.getValue();
                String name = Words.snake(member.getKey());
                boolean isSecret = value.isTextual()
                        && !value.asText().isEmpty()
                        && !value.asText().contains("${")
                        && SecretName.isSecret(name);
                member.setValue(isSecret ? TextNode.valueOf(variable(name, value.asText())) : body(value));
            });
        } else {
            body.forEach(this::body);
        }
        return body;
    }

    /** One that has this value already, or a new one; a value that is a variable stays. */
    String variable(String name, String value) {
        if (value.contains("${env:")) {
            return value;
        }
        String known = environment.entrySet().stream()
                .filter(one -> value.length() >= LONG && one.getValue().equals(value))
                .map(Map.Entry::getKey)
                .sorted()
                .findFirst()
                .orElse("");
        if (!known.isEmpty()) {
            return "${env:" + known + "}";
        }
        String plain =
                name.toUpperCase(Locale.ROOT).replaceAll("[^A-Z0-9]+", "_").replaceAll("^_|_$", "");
        String free = plain;
        for (int i = 2; environment.containsKey(free) || isTaken(free, value); i++) {
            free = plain + "_" + i;
        }
        added.put(free, value);
        return "${env:" + free + "}";
    }

    private boolean isTaken(String name, String value) {
        return added.containsKey(name) && !value.equals(added.get(name));
    }

    /** The variables that the environment has not yet. */
    Map<String, String> added() {
        return Map.copyOf(added);
    }

    /** The environment with them. */
    Map<String, String> whole() {
        Map<String, String> all = new TreeMap<>(environment);
        all.putAll(added);
        return all;
    }
}
