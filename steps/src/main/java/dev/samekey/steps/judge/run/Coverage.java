package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Which clauses the shipped features judge. */
public final class Coverage {
    private Coverage() {}

    /** The ids of all clauses that a run can judge. */
    public static Set<String> clauses() {
        Set<String> ids = derived();
        ids.addAll(clauses(scenario -> true));
        return ids;
    }

    /** The ids of the clauses about clients. */
    public static Set<String> clientClauses() {
        return Features.filled(Features.CLIENTS, List::of).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .flatMap(scenario -> scenario.clauses().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The ids of the clauses of which at least one scenario is such a one. */
    public static Set<String> clauses(Predicate<Scenario> such) {
        return Features.filled(Outlines::seeded).stream()
                .flatMap(feature -> feature.scenarios().stream())
                .filter(such)
                .flatMap(scenario -> scenario.clauses().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The clauses whose scenarios must run to judge the chosen ones. */
    public static Set<String> scenarios(Set<String> chosen) {
        return Collections.disjoint(chosen, derived()) ? chosen : clauses();
    }

    private static Set<String> derived() {
        return Catalogue.shipped().all().stream()
                .filter(Clause::isDerived)
                .map(Clause::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
