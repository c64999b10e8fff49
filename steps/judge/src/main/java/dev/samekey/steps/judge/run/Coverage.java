package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** Which clauses features judge. */
public final class Coverage {
    private Coverage() {}

    /** The ids of all clauses that a run of the shipped features can judge. */
    public static Set<String> clauses() {
        return clauses(Features.shipped());
    }

    /** The ids of all clauses that a run of these features can judge. */
    public static Set<String> clauses(Features features) {
        Set<String> ids = derived();
        ids.addAll(features.clauses());
        return ids;
    }

    /** The ids of the clauses about clients. */
    public static Set<String> clientClauses() {
        return Features.clients().clauses();
    }

    /** The ids of the clauses of which at least one shipped scenario is such a one. */
    public static Set<String> clauses(Predicate<Scenario> such) {
        return Features.shipped()
                .scenarios()
                .filter(such)
                .flatMap(scenario -> scenario.clauses().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** The clauses whose scenarios must run to judge the chosen ones. */
    public static Set<String> scenarios(Set<String> chosen) {
        return scenarios(chosen, Features.shipped());
    }

    /** The same where the scenarios are of these features. */
    public static Set<String> scenarios(Set<String> chosen, Features features) {
        return Collections.disjoint(chosen, derived()) ? chosen : clauses(features);
    }

    /** The ids of the clauses that are judged by the results of all others. */
    public static Set<String> derived() {
        return Catalogue.shipped().all().stream()
                .filter(Clause::isDerived)
                .map(Clause::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }
}
