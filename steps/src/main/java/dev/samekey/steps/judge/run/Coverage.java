package dev.samekey.steps.judge.run;

import dev.samekey.seeds.Seeds;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import java.util.Collections;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Which clauses the shipped features judge. */
public final class Coverage {
    private static final Pattern TAG = Pattern.compile("@([A-Z]+-\\d+)");
    private static final Pattern SEED = Pattern.compile("Examples: seed ([\\w-]+)");

    private Coverage() {}

    /** The ids of all clauses that a run can judge. */
    public static Set<String> clauses() {
        Set<String> ids = derived();
        for (String name : Features.SHIPPED) {
            String feature = Features.text(name);
            Matcher tag = TAG.matcher(feature);
            while (tag.find()) {
                ids.add(tag.group(1));
            }
            Matcher seed = SEED.matcher(feature);
            while (seed.find()) {
                Seeds.table(seed.group(1)).forEach(row -> ids.add(row.getOrDefault("clause", "")));
            }
        }
        return ids;
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
