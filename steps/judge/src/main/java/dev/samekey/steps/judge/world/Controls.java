package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.targets.Operation;
import java.util.Map;
import java.util.Optional;

/** Asked before an operation is judged: does it work at all, as the target file describes it? */
@FunctionalInterface
public interface Controls {
    /** Nothing is judged. */
    Controls NONE = (operation, journal) -> {};

    /**
     * Comes back where the operation works.
     *
     * @param journal of the scenario that asks; it gets the control request as evidence
     * @throws dev.samekey.steps.model.verdict.Judgement where it does not work: not checked, or inconclusive where it may
     *     work a little later
     */
    void require(Operation operation, Journal journal);

    /** The control of an operation that works; nothing where that is not known. */
    default Optional<ControlRequest.Sent> sent(Operation operation) {
        return Optional.empty();
    }

    /** Whether scenarios run at the same time. */
    default boolean areBesideOthers() {
        return false;
    }

    /** By the name of a ledger, what each success of the operation books there; nothing of one where that is not known. */
    default Map<String, Long> booked(Operation operation) {
        return Map.of();
    }
}
