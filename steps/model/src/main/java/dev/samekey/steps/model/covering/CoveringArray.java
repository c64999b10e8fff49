package dev.samekey.steps.model.covering;

import de.rwth.swc.coffee4j.algorithmic.model.CompleteTestModel;
import de.rwth.swc.coffee4j.algorithmic.model.PrimitiveStrengthGroup;
import de.rwth.swc.coffee4j.algorithmic.report.Reporter;
import de.rwth.swc.coffee4j.algorithmic.sequential.generator.ipog.Ipog;
import de.rwth.swc.coffee4j.algorithmic.sequential.generator.ipog.IpogConfiguration;
import it.unimi.dsi.fastutil.ints.IntOpenHashSet;
import it.unimi.dsi.fastutil.ints.IntSet;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/**
 * Rows in which each combination of as many values as the strength says occurs, as far as no exclusion forbids it. The same
 * question has the same answer each time.
 *
 * @param rows each with a value for every parameter, by their names
 */
public record CoveringArray(List<Map<String, String>> rows) {
    public CoveringArray {
        rows = List.copyOf(rows);
    }

    /** Parameters of which more values at a time are to be combined than of the others. */
    public record Stronger(List<String> parameters, int strength) {}

    /**
     * An array of one strength.
     *
     * @param exclusions values, by their parameters' names, that never occur together
     * @param strength how many values at a time, from 1 to the number of parameters
     * @param seed another one makes another array
     * @throws IllegalArgumentException where the strength is none of these, an exclusion names what there is not, or the
     *     exclusions leave no row
     */
    public static CoveringArray of(
            List<Parameter> parameters, List<Map<String, String>> exclusions, int strength, long seed) {
        return of(parameters, exclusions, strength, List.of(), seed);
    }

    /** The same with groups of parameters whose combinations are covered with more strength. */
    public static CoveringArray of(
            List<Parameter> parameters,
            List<Map<String, String>> exclusions,
            int strength,
            List<Stronger> stronger,
            long seed) {
        if (strength < 1 || strength > parameters.size()) {
            throw new IllegalArgumentException("the strength is " + strength + ", and there are " + parameters.size()
                    + " parameters: it is at least 1 and at most their number");
        }
        List<Parameter> shuffled = shuffled(parameters, new Random(seed));
        Exclusions forbidden = Exclusions.of(shuffled, exclusions);
        if (!forbidden.leaveAny()) {
            throw new IllegalArgumentException("the constraints exclude everything");
        }
        CompleteTestModel model = CompleteTestModel.builder()
                .positiveTestingStrength(strength)
                .parameterSizes(forbidden.sizes())
                .mixedStrengthGroups(stronger.stream()
                        .map(group -> PrimitiveStrengthGroup.ofStrength(indices(shuffled, group), group.strength()))
                        .toList())
                .build();
        List<Map<String, String>> rows = new ArrayList<>();
        new Ipog(new IpogConfiguration(new Exclusions.Factory(forbidden)))
                .generate(model, Reporter.getEmptyReporter())
                .forEach(group ->
                        group.get().getTestInputs().forEach(row -> rows.add(named(shuffled, parameters, row))));
        return new CoveringArray(rows);
    }

    /** Whether a row may have these values, by the names of their parameters, where none has one of the exclusions. */
    public static boolean allows(
            List<Parameter> parameters, List<Map<String, String>> exclusions, Map<String, String> values) {
        return Exclusions.of(parameters, exclusions).allow(parameters, values);
    }

    private static List<Parameter> shuffled(List<Parameter> parameters, Random random) {
        List<Parameter> shuffled = new ArrayList<>();
        for (Parameter parameter : parameters) {
            List<String> values = new ArrayList<>(parameter.values());
            Collections.shuffle(values, random);
            shuffled.add(new Parameter(parameter.name(), values));
        }
        return shuffled;
    }

    private static IntSet indices(List<Parameter> parameters, Stronger group) {
        IntSet indices = new IntOpenHashSet();
        group.parameters().forEach(name -> indices.add(Exclusions.index(parameters, name)));
        return indices;
    }

    private static Map<String, String> named(List<Parameter> shuffled, List<Parameter> parameters, int[] row) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < row.length; i++) {
            // What nothing depends on has no value in the row, and any will do.
            named.put(parameters.get(i).name(), shuffled.get(i).values().get(Math.max(0, row[i])));
        }
        return Collections.unmodifiableMap(named);
    }
}
