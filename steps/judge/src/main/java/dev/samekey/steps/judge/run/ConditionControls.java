package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.run.ConditionPlan.Refused;
import dev.samekey.steps.judge.world.Offered;
import dev.samekey.steps.model.conditions.Combination;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Target;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The controls of conditions: one request for each operation with each value that is not promised by the contract, such as a
 * long text. What the target refuses in its own right would break what is said of repeats.
 */
final class ConditionControls {
    private final ConditionPlan plan;
    private final Sender sender;
    private final Map<String, Optional<String>> known = new HashMap<>();

    ConditionControls(ConditionPlan plan, Sender sender) {
        this.plan = plan;
        this.sender = sender;
    }

    /** Sends a request under conditions, with a fresh key and nothing to repeat. */
    interface Sender {
        /** How the target refuses it; nothing where it does not. */
        Optional<String> refusal(Operation operation, Combination conditions);
    }

    /** What is refused of what the rows of a plan have. */
    List<Refused> refused() {
        List<Refused> refused = new ArrayList<>();
        values(plan)
                .forEach(value -> refusal(value.operation(), value.factor(), value.value())
                        .ifPresent(because -> refused.add(new Refused(
                                String.valueOf(value.operation().name()), value.factor(), value.value(), because))));
        return refused;
    }

    /** A value of a factor that is not promised by the contract, for one of the operations that are tried. */
    record Value(Operation operation, String factor, String value) {}

    /** Those that the rows of a plan have. */
    static List<Value> values(ConditionPlan plan) {
        return plan.rows().stream()
                .flatMap(row -> row.combination().values().entrySet().stream()
                        .filter(one -> Offered.isOfTheTarget(one.getKey(), plan.target()))
                        .map(one -> new Value(plan.operation(row.scenario()), one.getKey(), one.getValue())))
                .distinct()
                .toList();
    }

    /** What comes before an operation is sent under the same conditions. */
    private Optional<String> refusal(Operation operation, String factor, String value) {
        Target target = plan.target();
        Operation before =
                operation.after() == null ? null : target.operations().get(operation.after());
        Optional<String> earlier = before == null ? Optional.empty() : refusal(before, factor, value);
        return earlier.isPresent()
                ? earlier
                : known.computeIfAbsent(
                        operation.name() + " " + factor + " " + value,
                        unused -> sender.refusal(operation, new Combination(Map.of(factor, value)))
                                .map(how -> "the target does not serve " + operation.withArticle()
                                        + " with it, though nothing is repeated: " + how));
    }
}
