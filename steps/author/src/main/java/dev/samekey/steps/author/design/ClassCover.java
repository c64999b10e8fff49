package dev.samekey.steps.author.design;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A class of keys or payloads, and the cases that try it.
 *
 * @param of key or payload
 */
public record ClassCover(String of, String is, String expected, Tried tried) {
    static List<ClassCover> of(Promises promises, CaseIndex index) {
        return EquivalenceClass.shipped().stream()
                .map(one -> new ClassCover(one.of(), one.is(), one.expected(), tried(one, promises, index)))
                .toList();
    }

    /** By the operations whose contract has the class. */
    private static Tried tried(EquivalenceClass one, Promises promises, CaseIndex index) {
        Map<Optional<String>, List<Promises.Part>> reasons =
                promises.by(contract -> Optional.ofNullable(one.whyNot(contract)));
        List<Promises.Part> there = reasons.getOrDefault(Optional.empty(), List.of());
        return there.isEmpty()
                ? Tried.none(reasons.keySet().stream().flatMap(Optional::stream).collect(Collectors.joining(" ")))
                : index.by(one.triedBy(), that -> Promises.isOfOne(there, that));
    }
}
