package dev.samekey.steps.author.design;

import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.targets.TargetFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Each contract of a target, with the operations that it holds for. */
record Promises(List<Part> parts) {
    Promises {
        parts = List.copyOf(parts);
    }

    /**
     * A contract.
     *
     * @param operations that it holds for
     * @param named those of them that have keys, or all where none has
     * @param isCommon whether it is also that of the cases about no operation
     */
    record Part(Contract contract, Set<String> operations, List<String> named, boolean isCommon) {
        Part {
            operations = Set.copyOf(operations);
            named = List.copyOf(named);
        }

        static Part of(TargetFile file, Contract contract, Set<String> operations, boolean isCommon) {
            List<String> keyed = operations.stream()
                    .filter(name -> Objects.requireNonNull(
                                    file.target().operations().get(name))
                            .role()
                            .isKeyed())
                    .sorted()
                    .toList();
            return new Part(
                    contract,
                    operations,
                    keyed.isEmpty() ? operations.stream().sorted().toList() : keyed,
                    isCommon);
        }

        boolean isOf(TestCase one) {
            return one.operation() == null ? isCommon : operations.contains(one.operation());
        }
    }

    /** Those of a target file. A common one that all operations differ from is left out. */
    static Promises of(TargetFile file) {
        Map<String, Contract> own = file.contracts().own();
        Set<String> others = new TreeSet<>(file.target().operations().keySet());
        others.removeAll(own.keySet());
        List<Part> parts = new ArrayList<>();
        if (!others.isEmpty() || own.isEmpty()) {
            parts.add(Part.of(file, file.contract(), others, true));
        }
        new TreeSet<>(own.keySet())
                .forEach(name -> parts.add(
                        Part.of(file, Objects.requireNonNull(own.get(name)), Set.of(name), others.isEmpty())));
        return new Promises(parts);
    }

    /** Whether a case is of one of these. */
    static boolean isOfOne(List<Part> some, TestCase one) {
        return some.stream().anyMatch(part -> part.isOf(one));
    }

    /** What the contracts say of something, each word of it with those that say so. */
    <T> Map<T, List<Part>> by(Function<Contract, T> saying) {
        Map<T, List<Part>> by = new LinkedHashMap<>();
        parts.forEach(part -> by.computeIfAbsent(saying.apply(part.contract()), unused -> new ArrayList<>())
                .add(part));
        return by;
    }

    /** The operations of some of the parts that have keys, in order; none where they are all the parts. */
    List<String> operations(List<Part> some) {
        return some.size() == parts.size()
                ? List.of()
                : some.stream().flatMap(part -> part.named().stream()).sorted().toList();
    }

    /** Such as {@code  (hold, topup)}; empty where they are all. */
    String words(List<Part> some) {
        List<String> names = operations(some);
        return names.isEmpty() ? "" : names.stream().collect(Collectors.joining(", ", " (", ")"));
    }
}
