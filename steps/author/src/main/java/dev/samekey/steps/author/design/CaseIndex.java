package dev.samekey.steps.author.design;

import dev.samekey.steps.model.states.JudgedBy;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Which cases of a design are of which scenarios. */
final class CaseIndex {
    private final List<TestCase> cases;
    private final List<LeftOut> leftOut;

    CaseIndex(List<TestCase> cases, List<LeftOut> leftOut) {
        this.cases = List.copyOf(cases);
        this.leftOut = List.copyOf(leftOut);
    }

    /** Those of the scenarios. */
    Tried by(List<JudgedBy> judged) {
        return by(judged, one -> true);
    }

    /** Those of all scenarios of the clauses. */
    Tried by(String... clauses) {
        return by(of(clauses), one -> true);
    }

    /** Those of all scenarios of the clauses that are about such an operation. */
    Tried by(Predicate<TestCase> such, String... clauses) {
        return by(of(clauses), such);
    }

    /** Those of the scenarios that are such cases. */
    Tried by(List<JudgedBy> judged, Predicate<TestCase> such) {
        List<TestCase> all = cases.stream()
                .filter(one -> judged.stream().anyMatch(by -> by.means(one.clause(), one.title())))
                .toList();
        List<String> ids = all.stream().filter(such).map(TestCase::id).toList();
        return ids.isEmpty()
                ? Tried.none(
                        all.isEmpty() ? why(judged) : "The cases of " + named(judged) + " are for other operations.")
                : new Tried(ids, null);
    }

    /** Those of them that are such cases. */
    Tried only(Tried tried, Predicate<TestCase> such) {
        List<String> ids = cases.stream()
                .filter(such)
                .map(TestCase::id)
                .filter(tried.cases()::contains)
                .toList();
        return ids.isEmpty() && tried.whyNone() == null
                ? Tried.none("The cases of its paths are for other operations.")
                : new Tried(ids, tried.whyNone());
    }

    private static String named(List<JudgedBy> judged) {
        return judged.stream().map(JudgedBy::toString).collect(Collectors.joining(", "));
    }

    private String why(List<JudgedBy> judged) {
        String reasons = leftOut.stream()
                .filter(out -> judged.stream().anyMatch(by -> by.means(out.clause(), out.what())))
                .map(out -> out.clause() + ": " + out.reason())
                .distinct()
                .collect(Collectors.joining("; "));
        return reasons.isEmpty() ? "This target has no scenario of " + named(judged) + "." : reasons;
    }

    private static List<JudgedBy> of(String... clauses) {
        return Stream.of(clauses).map(clause -> new JudgedBy(clause, "")).toList();
    }
}
