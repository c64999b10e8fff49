package dev.samekey.steps.model.targets;

import dev.samekey.steps.model.file.Nearest;
import dev.samekey.steps.model.targets.Target.CounterpartRole;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;

/** The words by which an Examples table means operations of a target, such as {@code any} or {@code partial reverse}. */
public final class Selector {
    /** What a step may say: the words of a selector, or the name of an operation. */
    public static final String PATTERN = "(?:partial|followed|reported|high|brokered) [a-z]+|[a-z][a-z0-9_-]*";

    private static final Map<String, Selector> KNOWN = known();

    private final String words;
    private final String described;
    private final BiPredicate<Target, Operation> meant;

    private Selector(String words, String described, BiPredicate<Target, Operation> meant) {
        this.words = words;
        this.described = described;
        this.meant = meant;
    }

    /**
     * Reads a selector. The name of an operation means that operation.
     *
     * @throws IllegalArgumentException when the words are neither a selector nor the name of an operation
     */
    public static Selector of(String words, Target target) {
        Selector known = KNOWN.get(words);
        if (known != null) {
            return known;
        }
        if (target.operations().containsKey(words)) {
            return new Selector(words, words, (all, operation) -> words.equals(operation.name()));
        }
        List<String> names = new ArrayList<>(KNOWN.keySet());
        names.addAll(target.operations().keySet());
        throw new IllegalArgumentException(
                "«" + words + "» is neither a role nor an operation of the target" + Nearest.hint(words, names));
    }

    /** All selectors that do not name an operation. */
    static List<String> words() {
        return List.copyOf(KNOWN.keySet());
    }

    private static Map<String, Selector> known() {
        Map<String, Selector> all = new LinkedHashMap<>();
        add(all, "any", "operation with a key", (target, operation) -> isKeyed(operation));
        add(
                all,
                "high stakes",
                "operation of high stakes",
                (target, operation) -> isKeyed(operation) && operation.stakes() == Operation.Stakes.HIGH);
        for (CounterpartRole role : CounterpartRole.values()) {
            String word = word(role);
            add(
                    all,
                    word,
                    "operation that reaches a " + word,
                    (target, operation) -> isKeyed(operation) && reaches(target, operation, role));
        }
        for (Role role : Role.values()) {
            if (role != Role.SETUP) {
                addRole(all, role);
            }
        }
        add(
                all,
                "reported create",
                "create that reaches a sink",
                (target, operation) ->
                        operation.role() == Role.CREATE && reaches(target, operation, CounterpartRole.SINK));
        add(
                all,
                "brokered event",
                "brokered event",
                (target, operation) -> operation.role() == Role.EVENT && isBrokered(operation));
        return all;
    }

    private static void addRole(Map<String, Selector> all, Role role) {
        String word = word(role);
        add(all, word, word, (target, operation) -> operation.role() == role);
        String partial = "partial " + word;
        add(all, partial, partial, (target, operation) -> operation.role() == role && operation.partial() != null);
        String followed = "followed " + word;
        add(all, followed, followed, (target, operation) -> operation.role() == role && isFollowed(target, operation));
    }

    private static void add(
            Map<String, Selector> all, String words, String described, BiPredicate<Target, Operation> meant) {
        all.put(words, new Selector(words, described, meant));
    }

    private static String word(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }

    private static boolean isKeyed(Operation operation) {
        return operation.role().isKeyed();
    }

    private static boolean reaches(Target target, Operation operation, CounterpartRole role) {
        return operation.reaches().stream()
                .map(target.counterparts()::get)
                .anyMatch(counterpart -> counterpart != null && counterpart.role() == role);
    }

    private static boolean isBrokered(Operation operation) {
        Delivery delivery = operation.delivery();
        return delivery != null && delivery.broker() != null;
    }

    /** Whether something else comes after an operation, and may change its result. */
    private static boolean isFollowed(Target target, Operation operation) {
        return target.operations().values().stream()
                .anyMatch(other -> String.valueOf(operation.name()).equals(other.after()));
    }

    /** The operations that it means, in the order of the target file. */
    public List<Operation> in(Target target) {
        return target.operations().values().stream()
                .filter(operation -> meant.test(target, operation))
                .toList();
    }

    /** Why a target has no such operation. */
    public Judgement lacking(Target target) {
        String reason = target.whyNotOffered(words);
        if (reason != null) {
            return Judgement.notApplicable("the API offers no " + words + ": " + reason);
        }
        if (words.equals("brokered event")) {
            return Judgement.notChecked("delivery.broker: the target file names no broker");
        }
        return Judgement.notChecked("operations: the target file describes no " + described);
    }

    @Override
    public String toString() {
        return words;
    }
}
