package dev.samekey.steps.author.draft;

import dev.samekey.steps.model.file.BadFile;
import dev.samekey.steps.model.file.YamlFile;
import dev.samekey.steps.model.targets.StandIns;
import dev.samekey.steps.model.targets.TargetFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A draft that every command can read. What of it cannot be read stands there as a comment, with the reason: a member of an
 * operation, or the whole operation where it cannot do without.
 *
 * @param text of the file
 * @param leftOut by the operation, a member of one such as {@code payment.read}, or a member of the file, the reason
 */
public record ReadableDraft(String text, Map<String, String> leftOut) {
    private static final String NAME = "the draft";
    private static final int OPERATION = 2;
    private static final int MEMBER = 4;
    private static final Set<String> NEEDED = Set.of("role", "request");
    private static final Pattern LINE = Pattern.compile("( *)([^\\s#:-][^:]*):.*");

    public ReadableDraft {
        leftOut = Map.copyOf(leftOut);
    }

    /**
     * Reads a draft back until nothing in it is wrong.
     *
     * @param folder where the file will be
     * @throws BadFile when nothing would be left to judge
     */
    public static ReadableDraft of(String draft, Path folder) {
        List<String> lines = new ArrayList<>(draft.lines().toList());
        Map<String, String> leftOut = new HashMap<>();
        while (true) {
            String text = String.join("\n", lines) + "\n";
            Optional<BadFile> wrong = fault(text, folder);
            if (wrong.isEmpty()) {
                return new ReadableDraft(text, leftOut);
            }
            leaveOut(lines, wrong.get(), leftOut);
        }
    }

    private static Optional<BadFile> fault(String text, Path folder) {
        try {
            YamlFile file = YamlFile.of(NAME, text);
            TargetFile unused = TargetFile.of(file, folder.toAbsolutePath(), StandIns.in(file.tree()));
            return Optional.empty();
        } catch (BadFile wrong) {
            return Optional.of(wrong);
        }
    }

    private static void leaveOut(List<String> lines, BadFile wrong, Map<String, String> leftOut) {
        int start = Math.max(0, wrong.line() - 1);
        while (start > 0 && !isMember(lines.get(start), MEMBER)) {
            start--;
        }
        String owner = owner(lines, start);
        boolean isOperation = !owner.isEmpty();
        if (isOperation && (indent(lines.get(start)) < MEMBER || NEEDED.contains(name(lines.get(start))))) {
            while (indent(lines.get(start)) > OPERATION) {
                start = above(lines, start);
            }
        }
        String reason = String.valueOf(wrong.getMessage()).replaceFirst("^" + NAME + "(:\\d+)?: ", "");
        if (!isOperation && (indent(lines.get(start)) == 0 || leftOut.containsKey(name(lines.get(start))))) {
            throw new BadFile(
                    "nothing can be drafted", 0, reason + (leftOut.isEmpty() ? "" : "; left out: " + leftOut));
        }
        int indent = indent(lines.get(start));
        String member = name(lines.get(start));
        leftOut.put(isOperation && indent == MEMBER ? owner + "." + member : member, reason);
        int end = start + 1;
        while (end < lines.size() && (lines.get(end).isBlank() || indent(lines.get(end)) > indent)) {
            end++;
        }
        for (int i = start; i < end; i++) {
            if (!lines.get(i).isBlank()) {
                String line = lines.get(i);
                lines.set(i, " ".repeat(indent) + "# " + line.substring(Math.min(indent, line.length())));
            }
        }
        lines.add(start, " ".repeat(indent) + "# Left out, for it cannot be read: " + reason.replaceAll("\\s+", " "));
    }

    /** The operation that a line belongs to; empty where it belongs to none. */
    private static String owner(List<String> lines, int at) {
        String operation = "";
        for (int i = at; i >= 0; i--) {
            if (isMember(lines.get(i), 0)) {
                return name(lines.get(i)).equals("operations") ? operation : "";
            }
            if (operation.isEmpty() && isMember(lines.get(i), OPERATION)) {
                operation = name(lines.get(i));
            }
        }
        return "";
    }

    private static int above(List<String> lines, int at) {
        int i = at - 1;
        while (!isMember(lines.get(i), indent(lines.get(at)) - 1)) {
            i--;
        }
        return i;
    }

    private static boolean isMember(String line, int mostIndent) {
        Matcher member = LINE.matcher(line);
        return member.matches() && member.group(1).length() <= mostIndent;
    }

    private static int indent(String line) {
        return line.length() - line.stripLeading().length();
    }

    private static String name(String line) {
        Matcher member = LINE.matcher(line);
        return member.matches() ? member.group(2) : line.strip();
    }
}
