package dev.samekey.steps.model.verdict;

import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A verdict, and why.
 *
 * @param point what broke it, where other clauses assert it too; null where it did not break, or on a point of its own
 * @param cause the id of the clause whose break brought this one; null for a finding of its own
 * @param reason why it did not hold; empty where it did
 */
public record Ruling(
        Verdict verdict,
        @Nullable SharedAssertion point,
        @Nullable String cause,
        String reason,
        List<Fact> facts) {
    public static final Ruling HELD = new Ruling(Verdict.HELD, "", List.of());

    /** One that no other clause has to do with. */
    public Ruling(Verdict verdict, String reason, List<Fact> facts) {
        this(verdict, null, null, reason, facts);
    }

    Ruling because(String other) {
        return new Ruling(verdict, point, cause, other, facts);
    }

    Ruling with(Fact more) {
        return new Ruling(
                verdict,
                point,
                cause,
                reason,
                Stream.concat(facts.stream(), Stream.of(more)).toList());
    }

    Ruling inConsequenceOf(String clause) {
        return new Ruling(verdict, point, clause, reason, facts);
    }
}
