package dev.samekey.steps.model.verdict;

import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** What is said of a scenario that did not begin, because the time of its run was used up. */
public final class NotReached {
    /** The name of the fact that says it. */
    public static final String FACT = "not reached in";

    /** What to do about it. */
    public static final String ADVICE = "give more time or name it with --clauses";

    private NotReached() {}

    /** @param limit the time of the run, such as {@code 3m} */
    public static Judgement in(String limit) {
        return Judgement.notChecked(FACT + " " + limit + "; " + ADVICE).with(new Fact(FACT, limit));
    }

    /** Whether that ended a scenario. */
    public static boolean isWhy(@Nullable Throwable error) {
        Throwable why = error;
        while (why != null && !(why instanceof Judgement)) {
            why = why.getCause();
        }
        return why instanceof Judgement judgement
                && judgement.facts().stream().map(Fact::name).anyMatch(FACT::equals);
    }

    /** The time in which a scenario was not reached; nothing where it was. */
    public static Optional<String> limit(ScenarioResult result) {
        return result.verdict() == Verdict.NOT_CHECKED
                ? result.facts().stream()
                        .filter(fact -> fact.name().equals(FACT))
                        .map(Fact::value)
                        .findFirst()
                : Optional.empty();
    }

    public static boolean is(ScenarioResult result) {
        return limit(result).isPresent();
    }
}
