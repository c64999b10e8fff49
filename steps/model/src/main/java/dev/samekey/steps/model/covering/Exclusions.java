package dev.samekey.steps.model.covering;

import de.rwth.swc.coffee4j.algorithmic.constraint.ConstraintChecker;
import de.rwth.swc.coffee4j.algorithmic.constraint.ConstraintCheckerFactory;
import de.rwth.swc.coffee4j.algorithmic.model.CompleteTestModel;
import de.rwth.swc.coffee4j.algorithmic.model.TupleList;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * Values that never occur together. There are few, so whether a part of a row can become a whole one is found by trying; the
 * library's own checkers need a solver for that, which weighs ten times as much as the library.
 */
final class Exclusions implements ConstraintChecker {
    private static final int NONE = -1;
    /** The generator takes no parameter with fewer values; what is missing is excluded. */
    private static final int FEWEST = 2;

    private final int[] sizes;
    /** Each with a value for every parameter, or {@link #NONE}. */
    private final List<int[]> forbidden;
    /** The parameters that one of them is about. */
    private final int[] involved;

    private Exclusions(int[] sizes, List<int[]> forbidden) {
        this.sizes = sizes;
        this.forbidden = new ArrayList<>(forbidden);
        this.involved = IntStream.range(0, sizes.length)
                .filter(i -> forbidden.stream().anyMatch(one -> one[i] != NONE))
                .toArray();
    }

    static Exclusions of(List<Parameter> parameters, List<Map<String, String>> together) {
        List<int[]> forbidden = new ArrayList<>();
        together.forEach(values -> forbidden.add(numbers(parameters, values)));
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).values().size() < FEWEST) {
                int[] missing = none(parameters.size());
                missing[i] = 1;
                forbidden.add(missing);
            }
        }
        int[] sizes = parameters.stream()
                .mapToInt(one -> Math.max(FEWEST, one.values().size()))
                .toArray();
        return new Exclusions(sizes, forbidden);
    }

    private static int[] numbers(List<Parameter> parameters, Map<String, String> values) {
        int[] numbers = none(parameters.size());
        values.forEach((name, value) -> {
            int index = index(parameters, name);
            int number = parameters.get(index).values().indexOf(value);
            if (number < 0) {
                throw new IllegalArgumentException("«" + name + "» has no value «" + value + "»");
            }
            numbers[index] = number;
        });
        return numbers;
    }

    static int index(List<Parameter> parameters, String name) {
        for (int i = 0; i < parameters.size(); i++) {
            if (parameters.get(i).name().equals(name)) {
                return i;
            }
        }
        throw new IllegalArgumentException("there is no «" + name + "»");
    }

    /** How many values each parameter has to the generator. */
    int[] sizes() {
        return sizes.clone();
    }

    private static int[] none(int size) {
        int[] none = new int[size];
        Arrays.fill(none, NONE);
        return none;
    }

    /** Whether there is a row without any of them. */
    boolean leaveAny() {
        return isValid(none(sizes.length));
    }

    /** Whether there is one with these values. */
    boolean allow(List<Parameter> parameters, Map<String, String> values) {
        return isValid(numbers(parameters, values));
    }

    @Override
    public boolean isValid(int[] combination) {
        return canBecomeWhole(combination.clone(), 0);
    }

    @Override
    public boolean isExtensionValid(int[] combination, int... parametersAndValues) {
        int[] extended = combination.clone();
        for (int i = 0; i < parametersAndValues.length; i += 2) {
            extended[parametersAndValues[i]] = parametersAndValues[i + 1];
        }
        return isValid(extended);
    }

    @Override
    public boolean isDualValid(int[] parameters, int[] values) {
        int[] combination = none(sizes.length);
        for (int i = 0; i < parameters.length; i++) {
            combination[parameters[i]] = values[i];
        }
        return isValid(combination);
    }

    @Override
    public void addConstraint(int[] tuple) {
        throw new UnsupportedOperationException("no exclusion is found while rows are made");
    }

    private boolean canBecomeWhole(int[] row, int from) {
        if (forbidden.stream().anyMatch(one -> isIn(one, row))) {
            return false;
        }
        for (int i = from; i < involved.length; i++) {
            int parameter = involved[i];
            if (row[parameter] == NONE) {
                for (int value = 0; value < sizes[parameter]; value++) {
                    row[parameter] = value;
                    if (canBecomeWhole(row, i + 1)) {
                        return true;
                    }
                }
                row[parameter] = NONE;
                return false;
            }
        }
        return true;
    }

    private static boolean isIn(int[] one, int[] row) {
        for (int i = 0; i < one.length; i++) {
            if (one[i] != NONE && one[i] != row[i]) {
                return false;
            }
        }
        return true;
    }

    /** Gives the generator these, whatever its model has. */
    record Factory(Exclusions exclusions) implements ConstraintCheckerFactory {
        @Override
        public ConstraintChecker createConstraintChecker(CompleteTestModel model) {
            return exclusions;
        }

        @Override
        public ConstraintChecker createConstraintCheckerWithNegation(CompleteTestModel model, TupleList negated) {
            throw new UnsupportedOperationException("no row is to break an exclusion");
        }
    }
}
