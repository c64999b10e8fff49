package dev.samekey.steps.judge.statistics;

import dev.samekey.steps.model.verdict.Verdict;
import java.util.List;
import java.util.Locale;

/**
 * What a test of many delays says.
 *
 * @param verdict {@code HELD}, {@code BROKEN} or {@code INCONCLUSIVE}
 * @param sentence why, with the numbers
 * @param tests the tests that were made, the smallest p-value first
 * @param tolerance the one that was used
 */
public record Result(Verdict verdict, String sentence, List<Tested> tests, Noise tolerance) {
    public Result {
        tests = List.copyOf(tests);
    }

    static Result of(String held, String broken, List<Tested> tests, Noise noise) {
        List<Tested> corrected = ErrorRate.holm(tests);
        List<Tested> rejected = corrected.stream().filter(Tested::isRejected).toList();
        return new Result(
                rejected.isEmpty() ? Verdict.HELD : Verdict.BROKEN,
                (rejected.isEmpty() ? held : broken) + ": " + numbers(corrected.get(0)),
                corrected,
                noise);
    }

    static Result inconclusive(String why, Noise noise) {
        return new Result(Verdict.INCONCLUSIVE, why, List.of(), noise);
    }

    private static String numbers(Tested test) {
        return String.format(
                Locale.ROOT,
                "%s, %d samples, statistic %.3f, p-value %.1e, threshold %.1e",
                test.what(),
                test.samples(),
                test.statistic(),
                test.pValue(),
                test.threshold());
    }
}
