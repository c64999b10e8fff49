package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** What the variables of a target file may stand for where nothing is sent: a part of a URL by its place, and one word elsewhere. */
public final class StandIns {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{env:([^}]*)}");
    private static final Set<String> URLS = Set.of("urls", "url");

    private StandIns() {}

    /** By name; the first place of a variable counts. */
    public static Map<String, String> in(JsonNode tree) {
        Map<String, String> all = new HashMap<>();
        collect(tree, false, all);
        return all;
    }

    private static void collect(JsonNode node, boolean isUrl, Map<String, String> all) {
        if (node.isTextual()) {
            String text = node.textValue();
            VARIABLE.matcher(text).results().forEach(found -> all.putIfAbsent(found.group(1), one(text, found, isUrl)));
        }
        if (node.path("scheme").asText().equals("standard_webhooks")) {
            VARIABLE.matcher(node.path("secret").asText())
                    .results()
                    .forEach(found -> all.put(found.group(1), base64(found.group(1))));
        }
        node.forEach(inner -> {
            if (!node.isObject()) {
                collect(inner, isUrl, all);
            }
        });
        node.properties().forEach(member -> collect(member.getValue(), isUrl || URLS.contains(member.getKey()), all));
    }

    /** As a secret of Standard Webhooks is written. */
    private static String base64(String name) {
        return Base64.getEncoder().encodeToString(("of " + name).getBytes(StandardCharsets.UTF_8));
    }

    private static String one(String text, MatchResult found, boolean isUrl) {
        if (isUrl && text.startsWith("://", found.end())) {
            return "http";
        }
        if (isUrl && found.start() == 0) {
            return "http://localhost";
        }
        boolean isPort = isUrl && text.charAt(found.start() - 1) == ':';
        // The name of a host has no underscores.
        String word = "of-" + found.group(1);
        return isPort ? "80" : isUrl ? word.toLowerCase(Locale.ROOT).replace('_', '-') : word;
    }
}
