package dev.samekey.steps.judge.run;

import dev.samekey.steps.drive.process.CannotRun;
import dev.samekey.steps.judge.cucumber.Scenario;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which scenarios run.
 *
 * @param whole the ids of the clauses that are judged for every operation
 * @param sampled the ids of those that are judged for the first operation of each outline only, and looked at once
 * @param operations the names of the operations that are judged; empty for all of them, and for what is about none
 * @param scenarios parts of titles, in any case, or places such as {@code replay.feature:12}; empty for all
 * @param isCalm whether what kills the target is left out
 */
public record Choice(
        Set<String> whole, Set<String> sampled, Set<String> operations, Set<String> scenarios, boolean isCalm) {
    private static final Pattern PLACE = Pattern.compile("(.+\\.feature):(\\d{1,6})");

    public Choice {
        whole = Set.copyOf(whole);
        sampled = Set.copyOf(sampled);
        operations = Set.copyOf(operations);
        scenarios = Set.copyOf(scenarios);
    }

    /** Those of all operations. */
    public Choice(Set<String> whole, Set<String> sampled) {
        this(whole, sampled, Set.of(), Set.of(), false);
    }

    /** Every scenario of these clauses. */
    public static Choice of(Set<String> clauses) {
        return new Choice(clauses, Set.of());
    }

    /** The same of some operations only; none for all of them. */
    public Choice about(Set<String> names) {
        return new Choice(whole, sampled, names, scenarios, isCalm);
    }

    /** The same of some scenarios only; none for all of them. */
    public Choice named(Set<String> texts) {
        return new Choice(whole, sampled, operations, texts, isCalm);
    }

    /** The same without what kills the target. */
    public Choice calm() {
        return new Choice(whole, sampled, operations, scenarios, true);
    }

    /** The same with these clauses too. */
    public Choice with(Set<String> more) {
        Set<String> all = new TreeSet<>(whole);
        all.addAll(more);
        return new Choice(all, sampled, operations, scenarios, isCalm);
    }

    /** All of them. */
    public Set<String> clauses() {
        Set<String> all = new TreeSet<>(whole);
        all.addAll(sampled);
        return all;
    }

    /** Whether the scenario is of a clause that is judged for every operation. */
    boolean isWhole(Scenario scenario) {
        return whole.contains(scenario.clause());
    }

    /** An outline, as far as it is of one clause. */
    private record Outline(URI feature, int line, String clause) {}

    /** @throws CannotRun when a text or a place means none of them */
    List<Scenario> of(List<Scenario> all) {
        Set<Outline> seen = new HashSet<>();
        List<Scenario> judged = all.stream()
                .filter(scenario -> !(isCalm && scenario.has(Sharing.CRASH)))
                .filter(scenario ->
                        isWhole(scenario) || (sampled.contains(scenario.clause()) && seen.add(outline(scenario))))
                .toList();
        scenarios.forEach(text -> {
            if (judged.stream().noneMatch(scenario -> isMeant(text, scenario))) {
                throw new CannotRun(
                        "no scenario of the chosen clauses has «" + text + "» in its title, or stands there:"
                                + " «samekey verify --plan» lists the titles for a target file");
            }
        });
        return judged.stream()
                .filter(scenario -> scenarios.isEmpty() || scenarios.stream().anyMatch(text -> isMeant(text, scenario)))
                .toList();
    }

    private static boolean isMeant(String text, Scenario scenario) {
        Matcher place = PLACE.matcher(text);
        if (!place.matches()) {
            return scenario.name().toLowerCase(Locale.ROOT).contains(text.toLowerCase(Locale.ROOT));
        }
        int line = Integer.parseInt(place.group(2));
        // The place may be named from another folder than the file is, or by the name of the file alone.
        String named = "/" + place.group(1);
        String file = "/" + scenario.file();
        return (named.endsWith(file) || file.endsWith(named))
                && (scenario.line() == line || scenario.outline() == line);
    }

    private static Outline outline(Scenario scenario) {
        return new Outline(scenario.feature(), scenario.outline(), scenario.clause());
    }
}
