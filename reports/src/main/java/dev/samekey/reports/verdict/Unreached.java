package dev.samekey.reports.verdict;

import dev.samekey.steps.model.verdict.NotReached;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import java.util.Optional;

/**
 * The scenarios that did not begin, because the time of the run was used up.
 *
 * @param limit the time, such as {@code 3m}
 * @param scenarios how many did not begin
 * @param held how many were seen to hold
 * @param all how many the contract owes
 */
public record Unreached(String limit, long scenarios, long held, long all) {
    /** Nothing where all were reached. */
    static Optional<Unreached> among(List<ScenarioResult> results) {
        long held = count(results, Verdict.HELD);
        long all = results.size() - count(results, Verdict.NOT_APPLICABLE);
        return results.stream()
                .flatMap(result -> NotReached.limit(result).stream())
                .findFirst()
                .map(limit -> new Unreached(
                        limit, results.stream().filter(NotReached::is).count(), held, all));
    }

    private static long count(List<ScenarioResult> results, Verdict such) {
        return results.stream().filter(result -> result.verdict() == such).count();
    }

    /** What holds is said with how much of it was seen. */
    String sentence() {
        return (held == 0 ? "" : "held in " + held + " of " + all + " scenarios; ") + missing() + "; "
                + NotReached.ADVICE;
    }

    /** Such as {@code not reached in 3m: 3 of 8 scenarios}. */
    String missing() {
        return "not reached in " + limit + ": " + scenarios + " of " + all + (all == 1 ? " scenario" : " scenarios");
    }
}
