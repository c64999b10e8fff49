package dev.samekey.reports.cli;

import dev.samekey.reports.render.Console;
import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.run.Coverage;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.file.Nearest;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Clauses as a command line names them, in any case: {@code CON-1} for one, {@code RPL} for a group. A clause that is derived
 * from all others is meant only by its own name, for it needs a whole run.
 */
public final class ClauseChoice {
    private ClauseChoice() {}

    /**
     * The ids that are meant, all of the known ones where nothing is named.
     *
     * @throws CannotRun when a name means no clause that can be judged
     */
    public static Set<String> of(List<String> names, Set<String> known) {
        Set<String> chosen = new LinkedHashSet<>();
        Set<String> derived = Coverage.derived();
        for (String name : names) {
            String upper = name.strip().toUpperCase(Locale.ROOT);
            List<String> meant = known.stream()
                    .filter(id -> id.equals(upper) || (id.startsWith(upper + "-") && !derived.contains(id)))
                    .toList();
            if (meant.isEmpty()) {
                String offer = Nearest.offer(upper, upper.contains("-") ? known : groups(known));
                throw new CannotRun("no scenario judges the clause «" + name + "»" + (offer.isEmpty() ? "." : offer)
                        + " «--list» lists all of them");
            }
            chosen.addAll(meant);
        }
        return chosen.isEmpty() ? known : chosen;
    }

    /** A line for each clause of a catalogue that was chosen. */
    static void list(Catalogue catalogue, Set<String> chosen, Console console) {
        catalogue.all().stream()
                .filter(clause -> chosen.contains(clause.id()))
                .map(clause -> "%-7s %-6s %s".formatted(clause.id(), clause.level(), clause.title()))
                .forEach(console::say);
    }

    private static Set<String> groups(Set<String> clauses) {
        return clauses.stream()
                .map(id -> id.substring(0, id.indexOf('-')))
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
