package dev.samekey.oracles.database;

import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Whether the constraints of a table refuse a second record of the same scope and key (STO-6).
 *
 * @param refuses whether one surely does
 * @param unclear why one may do so and may not, and what to do; null where that is known
 */
public record Uniqueness(boolean refuses, @Nullable String unclear) {

    /**
     * By the columns of each constraint.
     *
     * @param others the columns that the target file names as something else than scope and key
     */
    static Uniqueness of(List<Constraint> constraints, Set<String> scope, String key, Set<String> others) {
        Set<String> scopeAndKey = new TreeSet<>(scope);
        scopeAndKey.add(key);
        List<Constraint> narrow = constraints.stream()
                .filter(one -> scopeAndKey.containsAll(one.columns()))
                .toList();
        // Each record that counts has a key, so it does not matter that others may have none.
        Predicate<Constraint> refusesNulls = one -> Collections.disjoint(one.unequalNulls(), scope);
        if (narrow.stream().anyMatch(refusesNulls.and(one -> one.condition() == null))) {
            return new Uniqueness(true, null);
        }
        if (!narrow.isEmpty()) {
            Constraint first = narrow.get(0);
            return new Uniqueness(false, refusesNulls.test(first) ? hasCondition(first) : mayBeNull(first, scope));
        }
        // A column that the target file does not name may be one more that keys are scoped by.
        return constraints.stream()
                .filter(one -> one.columns().contains(key) && Collections.disjoint(one.columns(), others))
                .findFirst()
                .map(one -> new Uniqueness(false, hasMore(one, scopeAndKey)))
                .orElse(new Uniqueness(false, null));
    }

    private static String mayBeNull(Constraint constraint, Set<String> scope) {
        Set<String> nullable = new TreeSet<>(constraint.unequalNulls());
        nullable.retainAll(scope);
        return "records.scope: " + String.join(", ", nullable) + " of the unique constraint over "
                + String.join(", ", constraint.columns()) + " may be null, and two nulls do not count as equal, so it"
                + " may let a second record in; declare the column not null, or the constraint nulls not distinct";
    }

    private static String hasCondition(Constraint constraint) {
        return "records: the unique constraint over " + String.join(", ", constraint.columns()) + " has a condition, "
                + constraint.condition() + ", and nothing shows whether each record of a key meets it";
    }

    private static String hasMore(Constraint constraint, Set<String> scopeAndKey) {
        Set<String> more = new TreeSet<>(constraint.columns());
        more.removeAll(scopeAndKey);
        return "records.scope: a unique constraint is over " + String.join(", ", constraint.columns())
                + ", and the target file does not name " + String.join(", ", more)
                + "; name in «scope» all columns that a key is scoped by";
    }

    /**
     * One that makes rows unique.
     *
     * @param columns those of which its parts are made; a part in which none is found is here as the database writes it
     * @param unequalNulls those of them that may be null, where two nulls do not count as equal
     * @param condition for which rows it is; null where it is for all
     */
    record Constraint(
            String name,
            Set<String> columns,
            Set<String> unequalNulls,
            @Nullable String condition) {
        @Override
        public String toString() {
            return name + ": " + String.join(", ", columns) + (condition == null ? "" : " where " + condition);
        }
    }
}
