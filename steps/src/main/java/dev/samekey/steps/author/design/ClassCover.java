package dev.samekey.steps.author.design;

import dev.samekey.steps.model.contract.Contract;
import java.util.List;

/**
 * A class of keys or payloads, and the cases that try it.
 *
 * @param of key or payload
 */
public record ClassCover(String of, String is, String expected, Tried tried) {
    static List<ClassCover> of(Contract contract, CaseIndex index) {
        return EquivalenceClass.shipped().stream()
                .map(one -> {
                    String whyNot = one.whyNot(contract);
                    return new ClassCover(
                            one.of(),
                            one.is(),
                            one.expected(),
                            whyNot != null ? Tried.none(whyNot) : index.by(one.triedBy()));
                })
                .toList();
    }
}
