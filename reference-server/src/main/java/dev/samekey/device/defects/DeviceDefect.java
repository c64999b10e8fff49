package dev.samekey.device.defects;

import dev.samekey.device.DeviceParts;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * One way in which a device breaks one clause.
 *
 * @param name on the command line
 * @param clause the id of the clause that it breaks
 * @param follows the ids of clauses that break with it
 * @param how what it does, in a sentence
 * @param change the parts with the wrong one among them
 */
public record DeviceDefect(
        String name, String clause, Set<String> follows, String how, UnaryOperator<DeviceParts> change) {
    DeviceDefect(String name, String clause, String how, UnaryOperator<DeviceParts> change) {
        this(name, clause, Set.of(), how, change);
    }

    DeviceDefect with(String... clauses) {
        return new DeviceDefect(name, clause, Set.of(clauses), how, change);
    }

    /** The parts of a device that has the defect. */
    public DeviceParts apply(DeviceParts parts) {
        return change.apply(parts);
    }
}
