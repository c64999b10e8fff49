package dev.samekey.reports.verdict;

import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.time.LocalDate;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A break that a team knows and has not fixed yet.
 *
 * @param clause its id
 * @param operation the only one that is meant; null for all
 * @param place file and line of the entry
 */
public record KnownBreak(String clause, @Nullable String operation, String reason, LocalDate since, String place) {

    /** Whether this is the break that is meant, of the scenarios of its clause. */
    boolean covers(ScenarioResult scenario) {
        return scenario.verdict() == Verdict.BROKEN && isAbout(scenario);
    }

    /** Whether the clause was seen not to be broken where it is listed. What could not be judged may still be broken. */
    boolean isGone(ClauseVerdict judged) {
        return holds(judged) || (operation != null && holds(ofTheOperation(judged)));
    }

    private ClauseVerdict ofTheOperation(ClauseVerdict judged) {
        List<ScenarioResult> about =
                judged.scenarios().stream().filter(this::isAbout).toList();
        return ClauseVerdict.of(judged.clause(), about);
    }

    private boolean isAbout(ScenarioResult scenario) {
        return operation == null || operation.equals(scenario.operation());
    }

    private static boolean holds(ClauseVerdict judged) {
        return (judged.verdict() == Verdict.HELD && judged.unchecked().isEmpty())
                || judged.verdict() == Verdict.NOT_APPLICABLE;
    }

    /** Such as {@code RPL-2 of refund}. */
    String subject() {
        return clause + (operation == null ? "" : " of " + operation);
    }

    /** Such as {@code known since 2026-01-02: refunds are rendered anew}. */
    public String said() {
        return "known since " + since + ": " + reason;
    }
}
