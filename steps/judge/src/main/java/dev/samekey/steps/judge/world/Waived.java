package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.verdict.SharedAssertion;
import java.util.Set;

/**
 * What a second look at a scenario leaves out, because it is known to be broken: what is left is the scenario's own point.
 *
 * @param points what is not asserted
 */
public record Waived(Set<SharedAssertion> points) {
    public static final Waived NOTHING = new Waived(Set.of());

    public Waived {
        points = Set.copyOf(points);
    }
}
