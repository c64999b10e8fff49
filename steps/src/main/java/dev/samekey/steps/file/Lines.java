package dev.samekey.steps.file;

import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /** @throws BadFile when a member stands twice, for one of them would be lost */
    Lines(String file, String yaml) {
        this.file = file;
        note(List.of(), new Yaml(new LoaderOptions()).compose(new StringReader(yaml)));
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

    private void note(List<String> path, @Nullable Node node) {
        if (node instanceof MappingNode mapping) {
            for (NodeTuple member : mapping.getValue()) {
                if (member.getKeyNode() instanceof ScalarNode key) {
                    List<String> inner = append(path, key.getValue());
                    int line = key.getStartMark().getLine() + 1;
                    Integer other = lines.put(inner, line);
                    if (other != null) {
                        throw new BadFile(file, line, String.join(".", inner) + ": stands here and in line " + other);
                    }
                    note(inner, member.getValueNode());
                }
            }
        } else if (node instanceof SequenceNode sequence) {
            for (int i = 0; i < sequence.getValue().size(); i++) {
                Node item = sequence.getValue().get(i);
                List<String> inner = append(path, String.valueOf(i));
                lines.put(inner, item.getStartMark().getLine() + 1);
                note(inner, item);
            }
        }
    }

    static List<String> append(List<String> path, String last) {
        List<String> longer = new ArrayList<>(path);
        longer.add(last);
        return List.copyOf(longer);
    }
}
