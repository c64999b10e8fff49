package dev.samekey.steps.model.openapi;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The files that a document refers to, taken into the document: each becomes a member of one more member of it. */
final class FilesBeside {
    /** What no document has. */
    private static final String MEMBER = "x-samekey-files";

    private static final int MOST = 2000;

    private final Path first;
    private final Map<Path, ObjectNode> read = new LinkedHashMap<>();
    private final Deque<Path> open = new ArrayDeque<>();

    /** @param first the file of the document */
    FilesBeside(Path first) {
        this.first = first.toAbsolutePath().normalize();
    }

    /**
     * The tree of the document with the files that it refers to, and those that these refer to.
     *
     * @throws BadFile when one of them cannot be read, or there are more than 2000
     */
    JsonNode in(YamlFile document) {
        ObjectNode whole = document.tree().deepCopy();
        localise(whole, first, document);
        while (!open.isEmpty()) {
            Path path = open.pop();
            YamlFile file = YamlFile.read(path);
            ObjectNode tree = file.tree().deepCopy();
            localise(tree, path, file);
            read.put(path, tree);
        }
        read.forEach((path, tree) -> whole.withObjectProperty(MEMBER).set(name(path), tree));
        return whole;
    }

    /** The references of a tree as references within the whole. */
    private void localise(JsonNode node, Path from, YamlFile file) {
        if (node instanceof ObjectNode object && object.path("$ref").isTextual()) {
            String reference = object.path("$ref").asText();
            if (!reference.isEmpty()) {
                object.set("$ref", TextNode.valueOf(within(reference, from, file)));
            }
        }
        node.forEach(inner -> localise(inner, from, file));
    }

    private String within(String reference, Path from, YamlFile file) {
        int hash = reference.indexOf('#');
        String name = hash < 0 ? reference : reference.substring(0, hash);
        String fragment = hash < 0 ? "" : reference.substring(hash + 1);
        boolean isElsewhere = name.contains(":") || name.startsWith("/") || name.contains("\\");
        Path path =
                name.isEmpty() || isElsewhere ? from : from.resolveSibling(name).normalize();
        if (isElsewhere || !Files.isRegularFile(path)) {
            // It stays as it is: who needs it says that it leads out of the document.
            return reference;
        }
        if (path.equals(first)) {
            return "#" + fragment;
        }
        if (!read.containsKey(path) && !open.contains(path)) {
            if (read.size() + open.size() >= MOST) {
                throw file.error(
                        List.of(),
                        "refers to more than " + MOST + " files: bundle them into one with your OpenAPI tool");
            }
            open.push(path);
        }
        return "#/" + MEMBER + "/"
                + name(path).replace("%", "%25").replace("~", "~0").replace("/", "~1") + fragment;
    }

    /** Such as {@code schemas/money.yaml}, seen from the document. */
    private String name(Path path) {
        Path folder = first.getParent();
        return (folder == null ? path : folder.relativize(path)).toString().replace('\\', '/');
    }
}
