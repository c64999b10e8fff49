package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.cucumber.Lookup;
import dev.samekey.steps.judge.cucumber.Scenario;
import dev.samekey.steps.model.targets.Selector;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A scenario of a run, and what is known of it before anything is sent.
 *
 * @param scenario filled for the target
 * @param steps what they mean
 * @param operation null where it is about none
 * @param requests about so many
 * @param lacking why the contract does not owe it, or the target has no such operation; null where it would run
 */
public record Foreseen(
        Scenario scenario,
        List<Lookup.Found> steps,
        @Nullable String operation,
        int requests,
        @Nullable Judgement lacking) {
    public Foreseen {
        steps = List.copyOf(steps);
    }

    static Foreseen of(
            Scenario scenario, Plan.Item planned, Lookup lookup, Applicability applicability, Target target) {
        Optional<Judgement> lacking = applicability
                .lacking(scenario, lookup)
                .or(() -> Applicability.words(scenario, lookup)
                        .filter(words -> !target.operations().containsKey(words))
                        .map(words -> Selector.of(words, target).lacking(target))
                        .findFirst());
        return new Foreseen(
                scenario, lookup.of(scenario), planned.operation(), planned.requests(), lacking.orElse(null));
    }
}
