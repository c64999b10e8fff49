package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import java.util.Set;
import java.util.TreeSet;

/** Which clauses the shipped features judge. */
public final class Coverage {
    /** It has no scenario of its own: it is derived from the verdicts of all others. */
    public static final String DERIVED = "REV-1";

    private Coverage() {}

    /** The ids of all clauses that a run can judge. */
    public static Set<String> clauses() {
        Set<String> ids = new TreeSet<>(Set.of(DERIVED));
        Features.filled(Outlines::seeded).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .map(Scenario::clauses)
                .forEach(ids::addAll);
        return ids;
    }

    /** The clauses whose scenarios must run to judge the chosen ones. */
    public static Set<String> scenarios(Set<String> chosen) {
        return chosen.contains(DERIVED) ? clauses() : chosen;
    }
}
