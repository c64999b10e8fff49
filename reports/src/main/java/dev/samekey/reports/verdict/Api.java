package dev.samekey.reports.verdict;

import dev.samekey.steps.model.targets.GatePolicy;
import dev.samekey.steps.model.targets.Operation;
import dev.samekey.steps.model.targets.Role;
import dev.samekey.steps.model.targets.Target;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * What a verdict must know of the API besides what a run saw.
 *
 * @param operations by name
 * @param noReverse why the API offers no reverse; null where it may
 */
public record Api(
        GatePolicy gate,
        Map<String, Part> operations,
        @Nullable String noReverse) {
    /**
     * One operation.
     *
     * @param after the name of the operation that comes before it; null where none does
     */
    public record Part(Role role, @Nullable String after) {}

    /** As the target file says it. */
    public static Api of(Target target) {
        Map<String, Part> operations = new LinkedHashMap<>();
        target.operations().forEach((name, operation) -> operations.put(name, part(operation)));
        return new Api(target.gate(), operations, target.whyNotOffered("reverse"));
    }

    private static Part part(Operation operation) {
        return new Part(operation.role(), operation.after());
    }

    /** Whether an operation has this role; false where there is no such operation. */
    boolean is(Role role, @Nullable String operation) {
        Part part = operation == null ? null : operations.get(operation);
        return part != null && part.role() == role;
    }

    /** Whether an operation comes directly after another one. */
    boolean isAfter(@Nullable String operation, String other) {
        Part part = operation == null ? null : operations.get(operation);
        return part != null && Objects.equals(part.after(), other);
    }
}
