package dev.samekey.server.defects;

import dev.samekey.server.idempotency.Guard;
import dev.samekey.server.replica.Parts;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** A defect and what is said of it. */
abstract class NamedDefect implements Defect {
    private final String name;
    private final String clause;
    private final Set<String> follows;
    private final String how;

    /** The clauses that may break as a consequence are separated by spaces. */
    NamedDefect(String name, String clause, String follows, String how) {
        this.name = name;
        this.clause = clause;
        this.follows = Pattern.compile(" ")
                .splitAsStream(follows)
                .filter(other -> !other.isEmpty() && !other.equals(clause))
                .collect(Collectors.toUnmodifiableSet());
        this.how = how;
    }

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final String clause() {
        return clause;
    }

    @Override
    public final Set<String> follows() {
        return follows;
    }

    @Override
    public final String how() {
        return how;
    }

    /** The parts with a guard that works around their own. */
    static Parts around(Parts parts, BiFunction<Parts, Guard, Guard> wrapper) {
        return parts.aroundGuard(wrapper);
    }
}
