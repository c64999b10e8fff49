package dev.samekey.steps.model.file;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.yaml.snakeyaml.LoaderOptions;
import org.yaml.snakeyaml.Yaml;
import org.yaml.snakeyaml.nodes.MappingNode;
import org.yaml.snakeyaml.nodes.Node;
import org.yaml.snakeyaml.nodes.NodeTuple;
import org.yaml.snakeyaml.nodes.ScalarNode;
import org.yaml.snakeyaml.nodes.SequenceNode;

/** In which line of a YAML text each member stands. */
final class Lines {
    private final String file;
    private final Map<List<String>, Integer> lines = new HashMap<>();

    /** An alias is the very node that it stands for. */
    private final Set<Node> seen = Collections.newSetFromMap(new IdentityHashMap<>());

    /**
     * Reads them.
     *
     * @throws BadFile when a member stands twice, for one of them would be lost, or is an alias, which would be read as its
     *     name
     */
    Lines(String file, String yaml, LoaderOptions limits) {
        this.file = file;
        note(List.of(), new Yaml(limits).compose(new StringReader(yaml)), 1);
    }

    boolean has(List<String> path) {
        return lines.containsKey(path);
    }

    /** The line of the member, or of the nearest one around it that the text has. */
    int of(List<String> path) {
        Integer line = lines.get(path);
        if (line != null) {
            return line;
        }
        return path.isEmpty() ? 1 : of(path.subList(0, path.size() - 1));
    }

    private void note(List<String> path, @Nullable Node node, int at) {
        if (node != null && !seen.add(node)) {
            throw new BadFile(
                    file,
                    at,
                    String.join(".", path) + ": «*" + node.getAnchor()
                            + "» is an alias, and aliases are not followed: write out what «&" + node.getAnchor()
                            + "» stands for");
        }
        if (node instanceof MappingNode mapping) {
            for (NodeTuple member : mapping.getValue()) {
                if (member.getKeyNode() instanceof ScalarNode key) {
                    List<String> inner = append(path, key.getValue());
                    int line = key.getStartMark().getLine() + 1;
                    Integer other = lines.put(inner, line);
                    if (other != null) {
                        throw new BadFile(file, line, String.join(".", inner) + ": stands here and in line " + other);
                    }
                    note(inner, member.getValueNode(), line);
                }
            }
        } else if (node instanceof SequenceNode sequence) {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                Node item = sequence.getValue().get(i);
                List<String> inner = append(path, String.valueOf(i));
                int line = item.getStartMark().getLine() + 1;
                lines.put(inner, line);
                note(inner, item, line);
            }
        }
    }

    static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    static List<String> append(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return List.copyOf(longer);
    }
}
