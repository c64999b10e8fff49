package dev.samekey.steps.judge.run;

import dev.samekey.seeds.Seeds;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.targets.Delivery;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Fills the Examples of a feature for one target: a row that names a role becomes a row for each operation of that role,
 * and an Examples table that is named after a seed takes the seed's rows, each tagged with its clause. The features stay
 * valid Gherkin that knows no target.
 */
final class Outlines {
    private static final Pattern SEED = Pattern.compile("(\\s*)Examples: seed ([\\w-]+)\\s*");
    private static final Pattern ROW = Pattern.compile("\\s*\\|.*\\|\\s*");
    private static final String OPERATION = "operation";

    private final Target target;

    Outlines(Target target) {
        this.target = target;
    }

    /** The feature's text, ready to be parsed. */
    String fill(String feature) {
        List<String> filled = new ArrayList<>();
        List<String> lines = feature.lines().toList();
        int line = 0;
        while (line < lines.size()) {
            String text = lines.get(line);
            Matcher seed = SEED.matcher(text);
            if (!text.strip().startsWith("Examples:")) {
                filled.add(text);
                line++;
            } else {
                int end = line + 1;
                while (end < lines.size() && ROW.matcher(lines.get(end)).matches()) {
                    end++;
                }
                List<List<String>> table = lines.subList(line + 1, end).stream()
                        .map(Outlines::cells)
                        .toList();
                if (seed.matches()) {
                    filled.addAll(seeded(seed.group(1), seed.group(2), table.get(0)));
                } else {
                    filled.add(text);
                    filled.addAll(written(expanded(table)));
                }
                line = end;
            }
        }
        return String.join("\n", filled) + "\n";
    }

    private List<String> seeded(String indent, String seed, List<String> head) {
        Map<String, List<List<String>>> byClause = new LinkedHashMap<>();
        for (Map<String, String> row : Seeds.table(seed)) {
            List<List<String>> rows = byClause.computeIfAbsent(row.get("clause"), unused -> new ArrayList<>());
            if (rows.isEmpty()) {
                rows.add(head);
            }
            rows.add(head.stream().map(column -> row.getOrDefault(column, "")).toList());
        }
        List<String> lines = new ArrayList<>();
        byClause.forEach((clause, rows) -> {
            lines.add(indent + "@" + clause);
            lines.add(indent + "Examples: " + seed);
            lines.addAll(written(expanded(rows)));
        });
        return lines;
    }

    /** One row for each operation of the role; a role that the target does not play is left out, unless all are. */
    private List<List<String>> expanded(List<List<String>> table) {
        int column = table.isEmpty() ? -1 : table.get(0).indexOf(OPERATION);
        if (column < 0) {
            return table;
        }
        List<List<String>> played = new ArrayList<>(table.subList(0, 1));
        for (List<String> row : table.subList(1, table.size())) {
            operations(row.get(column)).forEach(name -> {
                List<String> copy = new ArrayList<>(row);
                copy.set(column, name);
                played.add(copy);
            });
        }
        return played.size() > 1 ? played : table;
    }

    private Stream<String> operations(String words) {
        return target.operations().values().stream()
                .filter(operation -> isMeant(words, operation))
                .map(Operation::name)
                .map(String::valueOf);
    }

    /**
     * Such as {@code reverse}, {@code partial reverse}, {@code followed create} that another operation comes after,
     * {@code brokered event} that comes over a broker, {@code high stakes}, {@code any} that has a key, or {@code provider}, {@code vendor} or {@code sink}: any that has a
     * key and reaches such a one; {@code told create} is one that creates and reaches a sink.
     */
    private boolean isMeant(String words, Operation operation) {
        return switch (words) {
            case "any" -> operation.role().isKeyed();
            case "high stakes" -> operation.role().isKeyed() && operation.stakes() == Operation.Stakes.HIGH;
            case "provider", "vendor", "sink" -> operation.role().isKeyed() && reaches(words, operation);
            case "told create" -> operation.role() == Role.CREATE && reaches("sink", operation);
            default -> {
                String role = words.substring(words.lastIndexOf(' ') + 1);
                if (!isRole(role)) {
                    yield isNamed(words, operation);
                }
                yield operation.role() == Role.valueOf(role.toUpperCase(Locale.ROOT))
                        && (!words.startsWith("partial ") || operation.partial() != null)
                        && (!words.startsWith("brokered ") || isBrokered(operation))
                        && (!words.startsWith("followed ") || isFollowed(operation));
            }
        };
    }

    private static boolean isRole(String word) {
        return Stream.of(Role.values()).anyMatch(role -> role.name().equalsIgnoreCase(word));
    }

    /** A feature that knows its target may name an operation itself. */
    private boolean isNamed(String name, Operation operation) {
        if (!target.operations().containsKey(name)) {
            throw new IllegalArgumentException("«" + name + "» is neither a role nor an operation of the target"
                    + Nearest.hint(name, target.operations().keySet()));
        }
        return name.equals(operation.name());
    }

    private boolean reaches(String role, Operation operation) {
        return operation.reaches().stream()
                .map(target.counterparts()::get)
                .anyMatch(counterpart ->
                        counterpart != null && counterpart.role().name().equalsIgnoreCase(role));
    }

    private static boolean isBrokered(Operation operation) {
        Delivery delivery = operation.delivery();
        return delivery != null && delivery.broker() != null;
    }

    private boolean isFollowed(Operation operation) {
        return target.operations().values().stream()
                .anyMatch(other -> String.valueOf(operation.name()).equals(other.after()));
    }

    private static List<String> cells(String row) {
        String inner = row.strip();
        return Stream.of(inner.substring(1, inner.length() - 1).split("\\|", -1))
                .map(String::strip)
                .toList();
    }

    private static List<String> written(List<List<String>> table) {
        return table.stream()
                .map(row -> "      | " + String.join(" | ", row) + " |")
                .toList();
    }
}
