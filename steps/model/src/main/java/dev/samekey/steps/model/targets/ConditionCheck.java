package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.conditions.ConditionModel;
import dev.samekey.steps.model.conditions.ConditionModel.Value;
import dev.samekey.steps.model.covering.CoveringArray;
import dev.samekey.steps.model.covering.Parameter;
import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.file.YamlFile;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Whether the factors of the user's own, and what is never tried together, can be used. */
record ConditionCheck(YamlFile file, Target target) {
    private static final String CONDITIONS = "conditions";
    private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9_]*");
    private static final int FEWEST = 2;

    void all() {
        ConditionModel shipped = ConditionModel.shipped();
        target.conditions().forEach((name, values) -> factor(name, values, shipped));
        List<Map<String, String>> notTogether = target.notTogether();
        for (int i = 0; i < notTogether.size(); i++) {
            excluded(List.of("not_together", String.valueOf(i)), notTogether.get(i), shipped);
        }
        List<Stronger> stronger = target.stronger();
        for (int i = 0; i < stronger.size(); i++) {
            stronger(List.of("stronger", String.valueOf(i)), stronger.get(i), shipped);
        }
        if (!CoveringArray.allows(parameters(shipped), notTogether, Map.of())) {
            throw file.error(
                    List.of("not_together"), "excludes everything: each combination of values has one of them");
        }
    }

    private void stronger(List<String> path, Stronger group, ConditionModel shipped) {
        Set<String> known = new TreeSet<>(factors(shipped));
        known.add(Stronger.SCENARIO);
        for (int i = 0; i < group.factors().size(); i++) {
            String factor = group.factors().get(i);
            List<String> place = place(path, "factors", String.valueOf(i));
            if (!known.contains(factor)) {
                throw file.error(place, "the factor «" + factor + "» is not known" + Nearest.hint(factor, known));
            }
            if (group.factors().indexOf(factor) < i) {
                throw file.error(place, "names «" + factor + "» twice");
            }
        }
        int most = group.factors().size();
        if (group.strength() < FEWEST || group.strength() > most) {
            throw file.error(
                    place(path, "strength"),
                    "is " + group.strength() + ", and " + most + " factors are named: it is at least " + FEWEST
                            + " and at most their number");
        }
    }

    private static List<String> place(List<String> path, String... more) {
        return Stream.concat(path.stream(), Stream.of(more)).toList();
    }

    private Set<String> factors(ConditionModel shipped) {
        Set<String> factors = new TreeSet<>(shipped.factors().keySet());
        factors.addAll(target.conditions().keySet());
        return factors;
    }

    private List<Parameter> parameters(ConditionModel shipped) {
        List<Parameter> parameters = new ArrayList<>();
        shipped.factors()
                .forEach((name, factor) -> parameters.add(new Parameter(
                        name, factor.values().stream().map(Value::name).toList())));
        target.conditions()
                .forEach((name, values) -> parameters.add(new Parameter(name, List.copyOf(values.keySet()))));
        return parameters;
    }

    private void factor(String name, Map<String, OwnCondition> values, ConditionModel shipped) {
        List<String> path = List.of(CONDITIONS, name);
        if (!NAME.matcher(name).matches()) {
            throw file.error(path, "a factor's name is a word such as «api_version»");
        }
        if (shipped.factors().containsKey(name) || name.equals(Stronger.SCENARIO)) {
            throw file.error(path, "«" + name + "» is a factor that Samekey has already: choose another name");
        }
        if (values.size() < FEWEST) {
            throw file.error(
                    path,
                    "needs two values or more, and has " + values.size()
                            + ": write them as {v1: {headers: {Api-Version: \"1\"}}, v2: {headers: {Api-Version: \"2\"}}}");
        }
        values.forEach((value, own) -> {
            if (own == null) {
                throw file.error(List.of(CONDITIONS, name, value), "has no value: write {} for nothing");
            }
            own.body().keySet().forEach(pointer -> {
                if (!pointer.startsWith("/")) {
                    throw file.error(
                            List.of(CONDITIONS, name, value, "body", pointer),
                            "«" + pointer + "» is no JSON pointer such as /" + pointer);
                }
            });
        });
    }

    private void excluded(List<String> path, Map<String, String> together, ConditionModel shipped) {
        if (together.isEmpty()) {
            throw file.error(path, "names no factor, and would exclude everything");
        }
        together.forEach((factor, value) -> {
            List<String> place = place(path, factor);
            Set<String> factors = factors(shipped);
            if (!factors.contains(factor)) {
                throw file.error(place, "the factor «" + factor + "» is not known" + Nearest.hint(factor, factors));
            }
            Set<String> values = new TreeSet<>(
                    target.conditions().getOrDefault(factor, Map.of()).keySet());
            ConditionModel.Factor known = shipped.factors().get(factor);
            if (known != null) {
                known.values().forEach(one -> values.add(one.name()));
            }
            if (!values.contains(value)) {
                throw file.error(place, "«" + factor + "» has no value «" + value + "»" + Nearest.hint(value, values));
            }
        });
    }
}
