package dev.samekey.steps.author.design;

import java.util.List;

/**
 * A class of keys or payloads, and the cases that try it.
 *
 * @param of key or payload
 */
public record ClassCover(String of, String is, String expected, Tried tried) {
    static List<ClassCover> of(CaseIndex index) {
        return EquivalenceClass.shipped().stream()
                .map(one -> new ClassCover(
                        one.of(),
                        one.is(),
                        one.expected(),
                        one.notTried() != null ? Tried.none(one.notTried()) : index.by(one.triedBy())))
                .toList();
    }
}
