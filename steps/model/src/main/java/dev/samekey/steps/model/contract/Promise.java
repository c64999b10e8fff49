package dev.samekey.steps.model.contract;

import com.fasterxml.jackson.annotation.JsonCreator;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What a contract must say for a clause to be owed: conditions, separated by spaces. {@code a} must be stated, of
 * {@code a|b} one must, {@code a=v} must be stated so, and {@code a!=v} must not be stated so. A contract that says nothing
 * owes nothing, and what it says otherwise is not for it.
 */
public record Promise(List<Condition> conditions) {
    private static final Pattern SPACES = Pattern.compile("\\s+");

    public Promise {
        conditions = List.copyOf(conditions);
    }

    /** @throws IllegalArgumentException when one names no member of a contract */
    @JsonCreator
    public static Promise of(String text) {
        return new Promise(SPACES.splitAsStream(text.strip())
                .filter(part -> !part.isEmpty())
                .map(Condition::of)
                .toList());
    }

    /** Why a contract does not owe it; nothing where it does. What it says otherwise comes first. */
    public Optional<Judgement> lackingIn(Contract contract) {
        return conditions.stream()
                .map(condition -> condition.excludedBy(contract))
                .flatMap(Optional::stream)
                .findFirst()
                .map(Judgement::notApplicable)
                .or(() -> conditions.stream()
                        .filter(condition -> condition.isOpenIn(contract))
                        .findFirst()
                        .map(condition -> Judgement.notChecked(condition.first() + ": the contract does not say "
                                + condition.first().question())));
    }

    @Override
    public String toString() {
        return conditions.stream().map(Condition::toString).collect(Collectors.joining(" "));
    }

    /**
     * One of them.
     *
     * @param members one of which must be stated
     * @param value null where any will do
     * @param not whether it must not be the value
     */
    public record Condition(
            List<ContractMember> members, @Nullable String value, boolean not) {
        private static final Pattern FORM = Pattern.compile("([^=!]+)(?:(!)?=(.+))?");

        static Condition of(String text) {
            var parts = FORM.matcher(text);
            if (!parts.matches()) {
                throw new IllegalArgumentException("«" + text + "» is no condition such as mismatch=refuse");
            }
            return new Condition(
                    Stream.of(parts.group(1).split("\\|", -1))
                            .map(ContractMember::named)
                            .toList(),
                    parts.group(3),
                    parts.group(2) != null);
        }

        ContractMember first() {
            return members.get(0);
        }

        private Stream<Object> stated(Contract contract) {
            return members.stream().map(member -> member.in(contract)).filter(Objects::nonNull);
        }

        /** Such as {@code in_progress: the contract says wait}. */
        private Optional<String> excludedBy(Contract contract) {
            return stated(contract)
                    .filter(said -> said.equals(Optional.empty()) || (value != null && says(said) == not))
                    .findFirst()
                    .map(said -> first() + ": the contract "
                            + (said.equals(Optional.empty()) ? "names none" : "says " + written(said)));
        }

        private boolean isOpenIn(Contract contract) {
            return !not && stated(contract).findFirst().isEmpty();
        }

        private boolean says(Object said) {
            return said instanceof Collection<?> several
                    ? several.stream().map(Condition::written).anyMatch(one -> one.equals(value))
                    : written(said).equals(value);
        }

        private static String written(Object said) {
            return said.toString().toLowerCase(Locale.ROOT);
        }

        @Override
        public String toString() {
            return members.stream().map(ContractMember::toString).collect(Collectors.joining("|"))
                    + (value == null ? "" : (not ? "!=" : "=") + value);
        }
    }
}
