package dev.samekey.steps.author.draft;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator.Feature;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.util.List;

/** YAML with comments. */
public final class Page {
    private final YAMLMapper yaml = YAMLMapper.builder()
            .disable(Feature.WRITE_DOC_START_MARKER, Feature.SPLIT_LINES)
            .enable(
                    Feature.MINIMIZE_QUOTES,
                    Feature.ALWAYS_QUOTE_NUMBERS_AS_STRINGS,
                    Feature.INDENT_ARRAYS_WITH_INDICATOR)
            .build();
    private final StringBuilder text = new StringBuilder();

    public Page blank() {
        text.append('\n');
        return this;
    }

    /** Lines that are YAML already. */
    public Page text(String lines) {
        text.append(lines.stripTrailing()).append('\n');
        return this;
    }

    /** A line of its own. */
    public Page comment(int indent, String comment) {
        text.append(" ".repeat(indent)).append("# ").append(oneLine(comment)).append('\n');
        return this;
    }

    /** A member whose own members follow. */
    public Page open(int indent, String name, String comment) {
        return line(indent, name + ":", comment);
    }

    public Page member(int indent, String name, String value, String comment) {
        return member(indent, name, JsonNodeFactory.instance.textNode(value), comment);
    }

    /** @param comment stands beside its first line; empty where there is none */
    public Page member(int indent, String name, JsonNode value, String comment) {
        List<String> lines = lines(JsonNodeFactory.instance.objectNode().set(name, value));
        line(indent, lines.get(0), comment);
        lines.subList(1, lines.size()).forEach(line -> line(indent, line, ""));
        return this;
    }

    private Page line(int indent, String line, String comment) {
        text.append(" ".repeat(indent)).append(line);
        if (!comment.isEmpty()) {
            text.append("   # ").append(oneLine(comment));
        }
        text.append('\n');
        return this;
    }

    private List<String> lines(JsonNode node) {
        try {
            return yaml.writeValueAsString(node).lines().toList();
        } catch (JsonProcessingException impossible) {
            throw new IllegalStateException("a tree is always written", impossible);
        }
    }

    private static String oneLine(String comment) {
        // A comment may hold no other control characters than these either.
        return comment.replaceAll("[\\s\\p{Cc}\\uFFFE\\uFFFF]+", " ").strip();
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
