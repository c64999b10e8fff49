package dev.samekey.steps.model.targets;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.file.YamlFile.Source;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What is said in place of members of a target file. It is checked as the file is.
 *
 * @param profile the name of the profile whose members count, less than {@code urls} and {@code sets}; null for none
 * @param urls in place of {@code urls}; empty for those of the file
 * @param sets such as {@code limits.rate=5}: the place of a member, its names joined by dots, and a value in YAML
 */
public record Overrides(@Nullable String profile, List<String> urls, List<String> sets) {
    static final String PROFILES = "profiles";
    private static final String URLS = "urls";
    private static final String URL = "--url";

    public static final Overrides NONE = new Overrides(null, List.of(), List.of());

    public Overrides {
        urls = List.copyOf(urls);
        sets = List.copyOf(sets);
    }

    public static Overrides of(@Nullable String profile, List<String> urls) {
        return new Overrides(profile, urls, List.of());
    }

    public boolean isEmpty() {
        return equals(NONE);
    }

    /**
     * The file with them.
     *
     * @throws BadFile when there is no such profile, or one of them has no place and value, or its value is no YAML
     */
    YamlFile in(YamlFile file) {
        if (isEmpty()) {
            return file;
        }
        ObjectNode tree = file.tree().deepCopy();
        Map<List<String>, Source> sources = new HashMap<>();
        if (profile != null) {
            merge(tree, members(file, profile), List.of(), List.of(PROFILES, profile), sources);
        }
        if (!urls.isEmpty()) {
            ArrayNode all = tree.putArray(URLS);
            urls.forEach(all::add);
            said(List.of(URLS), URL, sources);
            for (int i = 0; i < urls.size(); i++) {
                sources.put(List.of(URLS, String.valueOf(i)), Source.option(URL));
            }
        }
        sets.forEach(one -> {
            List<String> names = set(tree, one);
            said(names, "--set " + String.join(".", names), sources);
        });
        return file.with(tree, sources);
    }

    /** What a profile says below this member is said no more. */
    private static void said(List<String> names, String option, Map<List<String>, Source> sources) {
        sources.keySet()
                .removeIf(other -> other.size() >= names.size()
                        && other.subList(0, names.size()).equals(names));
        sources.put(names, Source.option(option));
    }

    private static ObjectNode members(YamlFile file, String profile) {
        JsonNode all = file.tree().path(PROFILES);
        List<String> names = new ArrayList<>();
        all.fieldNames().forEachRemaining(names::add);
        if (names.isEmpty()) {
            throw file.error(List.of(), "has no «profiles», so there is no profile «" + profile + "»");
        }
        if (!names.contains(profile)) {
            throw file.error(List.of(PROFILES), "there is no profile «" + profile + "»" + Nearest.hint(profile, names));
        }
        if (!(all.path(profile) instanceof ObjectNode members)) {
            throw file.error(List.of(PROFILES, profile), "should be a mapping of members, such as «urls»");
        }
        if (members.has(PROFILES)) {
            throw file.error(List.of(PROFILES, profile, PROFILES), "a profile has no profiles of its own");
        }
        return members;
    }

    /** Member by member; a list or a value takes the place of the whole. */
    private static void merge(
            ObjectNode tree,
            ObjectNode members,
            List<String> place,
            List<String> written,
            Map<List<String>, Source> sources) {
        members.properties().forEach(member -> {
            String name = member.getKey();
            if (tree.path(name) instanceof ObjectNode inner && member.getValue() instanceof ObjectNode others) {
                merge(inner, others, longer(place, name), longer(written, name), sources);
            } else {
                tree.set(name, member.getValue().deepCopy());
                sources.put(longer(place, name), Source.member(longer(written, name)));
            }
        });
    }

    private static List<String> longer(List<String> place, String name) {
        return Stream.concat(place.stream(), Stream.of(name)).toList();
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
