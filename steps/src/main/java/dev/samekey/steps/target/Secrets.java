package dev.samekey.steps.target;

import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What no report may show. Each secret is replaced by the name of its environment variable, as a shell writes it. */
public final class Secrets {
    private final Map<String, String> replacements = new LinkedHashMap<>();

    /** @param replacements what stands in a report instead of each secret */
    public Secrets(Map<String, String> replacements) {
        // The longest first, so that a secret inside another one does not leave half of it.
        List<String> longestFirst = replacements.keySet().stream()
                .filter(secret -> !secret.isBlank())
                .sorted(Comparator.comparing(String::length).reversed())
                .toList();
        longestFirst.forEach(secret -> this.replacements.put(secret, String.valueOf(replacements.get(secret))));
    }

    public String redact(String text) {
        String redacted = text;
        for (Map.Entry<String, String> secret : replacements.entrySet()) {
            redacted = redacted.replace(secret.getKey(), secret.getValue());
        }
        return redacted;
    }
}
