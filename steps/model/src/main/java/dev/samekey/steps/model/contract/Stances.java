package dev.samekey.steps.model.contract;

import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * How the shipped dialects stand to a clause.
 *
 * @param promise which of them promise it
 * @param exclude those of which it is {@code NOT_APPLICABLE}, by the reason
 * @param silent those of which it is {@code NOT_CHECKED}, by the reason
 */
public record Stances(List<String> promise, Map<String, List<String>> exclude, Map<String, List<String>> silent) {
    /** Those to a clause. */
    public static Stances to(Clause clause) {
        return new Stances(
                Dialects.SHIPPED.stream()
                        .filter(name -> lacking(clause, name).isEmpty())
                        .toList(),
                byReason(clause, Verdict.NOT_APPLICABLE),
                byReason(clause, Verdict.NOT_CHECKED));
    }

    /** Whether every dialect promises it. */
    public boolean isOfAll() {
        return exclude.isEmpty() && silent.isEmpty();
    }

    private static Map<String, List<String>> byReason(Clause clause, Verdict such) {
        return Dialects.SHIPPED.stream()
                .filter(name -> lacking(clause, name)
                        .filter(lack -> lack.verdict() == such)
                        .isPresent())
                .collect(Collectors.groupingBy(
                        name -> lacking(clause, name).orElseThrow().reason(), LinkedHashMap::new, Collectors.toList()));
    }

    /** Why a dialect does not owe it. */
    private static Optional<Judgement> lacking(Clause clause, String dialect) {
        return Optional.ofNullable(clause.promisedBy())
                .flatMap(promise -> promise.lackingIn(Objects.requireNonNull(Shipped.CONTRACTS.get(dialect))));
    }

    /** Read when they are first asked for, and once. */
    private static final class Shipped {
        static final Map<String, Contract> CONTRACTS =
                Dialects.SHIPPED.stream().collect(Collectors.toUnmodifiableMap(name -> name, Dialects::shipped));
    }
}
