package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.conditions.ConditionModel;
import dev.samekey.steps.model.conditions.ConditionModel.Factor;
import dev.samekey.steps.model.conditions.ConditionModel.Value;
import dev.samekey.steps.model.conditions.ShippedCondition;
import dev.samekey.steps.model.contract.Contract;
import dev.samekey.steps.model.contract.Key;
import dev.samekey.steps.model.contract.Promise;
import dev.samekey.steps.model.contract.Replay;
import dev.samekey.steps.model.net.WireProtocol;
import dev.samekey.steps.model.targets.Contracts;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.OwnCondition;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.targets.TargetFile;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The conditions that a target offers: the shipped factors, as far as it has what they need, and those of its file.
 *
 * @param factors by name; each has two values or more
 * @param left what is left out
 * @param notTogether values that are never tried together, by their factors
 * @param clauses by id, those that are judged under conditions
 * @param contracts what is promised of each operation
 */
public record Offered(
        Map<String, Factor> factors,
        List<Left> left,
        List<Map<String, String>> notTogether,
        Map<String, ConditionModel.Share> clauses,
        Contracts contracts) {
    private static final Promise OTHER_SPELLING =
            Promise.of("mismatch|fingerprint fingerprint.of!=bytes replay.mode!=conflict replay.mode!=reject");

    private static final Set<String> OF_THE_TARGET = Stream.of(
                    ShippedCondition.PRINCIPAL_SECOND, ShippedCondition.TENANT_SECOND, ShippedCondition.PAYLOAD_LONG)
            .map(ShippedCondition::factor)
            .collect(Collectors.toUnmodifiableSet());

    /** A value that is left out. */
    public record Left(String factor, String value, String because) {
        @Override
        public String toString() {
            return factor + ": " + value + " is left out, because " + because;
        }
    }

    /** What a target offers of the shipped model, and its own. */
    public static Offered by(TargetFile file) {
        Target target = file.target();
        Contract contract = file.contract();
        ConditionModel model = ConditionModel.shipped();
        Map<String, Factor> factors = new LinkedHashMap<>();
        List<Left> left = new ArrayList<>();
        model.factors().forEach((name, factor) -> {
            List<Value> kept = new ArrayList<>(List.of(factor.usual()));
            for (Value value : factor.others()) {
                ShippedCondition condition = condition(name, value.name());
                String lacking = lacking(condition, target, contract);
                if (lacking == null) {
                    kept.add(new Value(value.name(), spoken(value, condition, target, contract)));
                } else {
                    left.add(new Left(name, value.name(), lacking));
                }
            }
            if (kept.size() > 1) {
                factors.put(name, new Factor(factor.is(), kept));
            }
        });
        target.conditions()
                .forEach((name, values) -> factors.put(
                        name,
                        new Factor(
                                "a factor of the target file",
                                values.keySet().stream()
                                        .map(value -> new Value(value, name + " is " + value))
                                        .toList())));
        List<Map<String, String>> notTogether = Stream.concat(
                        model.notTogether().stream().map(ConditionModel.Excluded::values),
                        target.notTogether().stream())
                .filter(values -> values.entrySet().stream().allMatch(one -> has(factors, one)))
                .toList();
        return new Offered(factors, left, notTogether, model.clauses(), file.contracts());
    }

    private static boolean has(Map<String, Factor> factors, Map.Entry<String, String> one) {
        Factor factor = factors.get(one.getKey());
        return factor != null && factor.find(one.getValue()).isPresent();
    }

    static ShippedCondition condition(String factor, String value) {
        return Stream.of(ShippedCondition.values())
                .filter(one -> one.factor().equals(factor) && one.value().equals(value))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("nothing brings about «" + factor + ": " + value + "»"));
    }

    private static @Nullable String spoken(Value value, ShippedCondition condition, Target target, Contract contract) {
        int length = switch (condition) {
            case KEY_SHORT -> Keys.shortestOf(contract.key());
            case KEY_LONG -> Objects.requireNonNull(contract.key().max());
            case PAYLOAD_LARGE -> Conditions.largeBody(target);
            default -> Conditions.LONG_TEXT;
        };
        WireProtocol other = target.otherProtocol() == null ? target.protocol() : target.otherProtocol();
        return value.says() == null
                ? null
                : value.says().replace("${length}", String.valueOf(length)).replace("${protocol}", other.words());
    }

    /** Why a target does not offer a condition; null where it does. */
    private static @Nullable String lacking(ShippedCondition condition, Target target, Contract contract) {
        Key key = contract.key();
        return switch (condition) {
            case PRINCIPAL_SECOND ->
                target.principals().size() > 1 ? null : "the target file names one of «principals»";
            case TENANT_SECOND ->
                target.tenants().size() < 2
                        ? "the target file names less than two «tenants»"
                        : target.credentialsNameTenants()
                                ? "a header of «tenants» says who sends too, and only the first principal has one there"
                                : null;
            case REPLICA_OTHER -> target.urls().size() > 1 ? null : "the target file names one of «urls»";
            case CONNECTION_KEPT ->
                target.protocol().isSecondVersion() ? "each request has its own connection of HTTP/2" : null;
            case PROTOCOL_OTHER, PROTOCOL_CHANGED ->
                target.otherProtocol() == null ? "the target file names no «other_protocol»" : null;
            case REQUEST_BROKEN, RESPONSE_LOST -> lackingOfAFault(condition, target, contract.replay());
            case KEY_SHORT, KEY_LONG, KEY_DIGITS, KEY_SIGNS -> lacking(condition, key);
            case SPELLING_TURNED ->
                OTHER_SPELLING
                        .lackingIn(contract)
                        .map(why -> "of the contract: " + why.reason())
                        .orElse(null);
            default -> null;
        };
    }

    private static @Nullable String lackingOfAFault(
            ShippedCondition condition, Target target, @Nullable Replay replay) {
        if (target.protocol().isSecondVersion()) {
            return "attempts are broken off in HTTP/1.1 only";
        }
        if (condition == ShippedCondition.REQUEST_BROKEN) {
            return null;
        }
        // What is answered first is the replay then.
        return replay == null || replay.refuses() || replay.status() != null
                ? "of the contract: no replay is like the first response"
                : null;
    }

    static @Nullable String lacking(ShippedCondition condition, Key key) {
        if (key.hasOneForm()) {
            return "every key of the contract is a " + key.syntax();
        }
        if (condition == ShippedCondition.KEY_LONG) {
            return key.max() == null ? "the contract has no «key.max»" : null;
        }
        if (key.max() != null && key.max() <= Keys.shortestOf(key)) {
            return "every key of the contract is short";
        }
        if (condition == ShippedCondition.KEY_SIGNS) {
            return key.characters() == null ? "the contract has no «key.characters»" : null;
        }
        return condition == ShippedCondition.KEY_DIGITS && !Keys.allows(key, "0123456789")
                ? "a key of the contract has no digits"
                : null;
    }

    /** The factors that mean something to a clause. */
    public Map<String, Factor> factors(ConditionModel.Share clause) {
        Map<String, Factor> some = new LinkedHashMap<>(factors);
        clause.without().forEach(some::remove);
        return some;
    }

    /** Whether an operation can have a value of a factor; the usual value it always has. */
    public boolean fits(Operation operation, String factor, String value, Target target) {
        OwnCondition own = target.conditions().getOrDefault(factor, Map.of()).get(value);
        if (own != null) {
            return Conditions.fits(operation, own);
        }
        ShippedCondition condition = condition(factor, value);
        return isOffered(condition, contracts.of(operation), target) && Conditions.fits(operation, condition);
    }

    /** Whether the contract of an operation has room for it, and what is said of it is true there. */
    private boolean isOffered(ShippedCondition condition, Contract own, Target target) {
        Contract common = contracts.common();
        boolean isAsSaid = switch (condition) {
            case KEY_SHORT -> Keys.shortestOf(own.key()) == Keys.shortestOf(common.key());
            case KEY_LONG -> Objects.equals(own.key().max(), common.key().max());
            default -> true;
        };
        return own.equals(common) || (isAsSaid && lacking(condition, target, own) == null);
    }

    /** Whether it is said by the target file alone that an API takes requests with a value of a factor. */
    public static boolean isOfTheTarget(String factor, Target target) {
        return target.conditions().containsKey(factor) || OF_THE_TARGET.contains(factor);
    }

    /** What a sentence says of conditions after «when», such as {@code the key has 128 characters and the retry …}. */
    public String says(Combination combination) {
        List<String> parts = new ArrayList<>();
        factors.forEach(
                (name, factor) -> Optional.ofNullable(combination.values().get(name))
                        .flatMap(factor::find)
                        .ifPresent(value -> parts.add(String.valueOf(value.says()))));
        if (parts.size() < 2) {
            return String.join("", parts);
        }
        return String.join(", ", parts.subList(0, parts.size() - 1)) + " and " + parts.get(parts.size() - 1);
    }

    /** A row of an array, by factor, as the combination that it is. */
    public Combination combination(Map<String, String> row) {
        Map<String, String> values = new LinkedHashMap<>();
        factors.forEach((name, factor) -> {
            String value = row.get(name);
            if (value != null && !value.equals(factor.usual().name())) {
                values.put(name, value);
            }
        });
        return new Combination(values);
    }
}
