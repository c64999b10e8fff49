package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What a command line says in place of a target file. It is checked as the file is.
 *
 * @param urls in place of {@code urls}; empty for those of the file
 * @param sets such as {@code limits.rate=5}: the place of a member, its names joined by dots, and a value in YAML
 */
public record Overrides(List<String> urls, List<String> sets) {
    private static final String URLS = "urls";
    private static final String URL = "--url";

    public static final Overrides NONE = new Overrides(List.of(), List.of());

    public Overrides {
        urls = List.copyOf(urls);
        sets = List.copyOf(sets);
    }

    /**
     * The file with them.
     *
     * @throws BadFile when one of them has no place and value, or its value is no YAML
     */
    YamlFile in(YamlFile file) {
        if (urls.isEmpty() && sets.isEmpty()) {
            return file;
        }
        ObjectNode tree = file.tree().deepCopy();
        Map<List<String>, String> sayers = new HashMap<>();
        if (!urls.isEmpty()) {
            ArrayNode all = tree.putArray(URLS);
            urls.forEach(all::add);
            sayers.put(List.of(URLS), URL);
            for (int i = 0; i < urls.size(); i++) {
                sayers.put(List.of(URLS, String.valueOf(i)), URL);
            }
        }
        sets.forEach(one -> {
            List<String> names = set(tree, one);
            sayers.put(names, "--set " + String.join(".", names));
        });
        return file.with(tree, sayers);
    }

    /** The names of the member that is set. */
    private static List<String> set(ObjectNode tree, String one) {
        int equals = one.indexOf('=');
        if (equals < 1) {
            throw wrong(one, "has no value: write it as limits.rate=5");
        }
        String[] names = one.substring(0, equals).split("\\.", -1);
        ObjectNode parent = tree;
        for (int i = 0; i + 1 < names.length; i++) {
            JsonNode inner = parent.path(names[i]);
            if (inner.isMissingNode() || inner.isNull()) {
                parent = parent.putObject(names[i]);
            } else if (inner instanceof ObjectNode object) {
                parent = object;
            } else {
                throw wrong(one, "cannot be set: «" + names[i] + "» has no members in the target file");
            }
        }
        String name = names[names.length - 1];
        if (name.isBlank()) {
            throw wrong(one, "names no member before its «=»");
        }
        parent.set(name, value(one.substring(equals + 1)));
        return List.of(names);
    }

    private static JsonNode value(String text) {
        if (text.isBlank()) {
            return JsonNodeFactory.instance.nullNode();
        }
        return YamlFile.of("--set", "value: " + text).tree().path("value");
    }

    /** Without the value, which may be a secret. */
    private static BadFile wrong(String one, String what) {
        return new BadFile("--set " + one.replaceFirst("=.*", ""), 0, what);
    }
}
