package dev.samekey.reports.render;

import dev.samekey.reports.diagnosis.Candidate;
import dev.samekey.reports.diagnosis.Diagnosis;
import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.ContractVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.steps.model.contract.Harm;
import dev.samekey.steps.model.contract.Mend;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a reader wants to know first, on the page and in the terminal: is a retry safe, what broke, what to do.
 *
 * @param answer whether it is safe, a sentence
 * @param findings what is broken in its own way and is news, what harms most first
 * @param others what is broken in consequence of clauses that are no findings here, a sentence for each cause
 * @param causes which the breaks may have, the likeliest first; none where nothing is broken
 * @param next what to do, a sentence; empty where there is nothing, or the lines on the gate say it
 */
record FirstScreen(String answer, List<Finding> findings, List<String> others, List<Candidate> causes, String next) {
    /** What harms most comes first, as where there is no time for all: what a clause does not say is the worst. */
    static final Comparator<ClauseVerdict> BY_HARM = Comparator.comparing(
            clause -> Objects.requireNonNullElse(clause.clause().harm(), Harm.EFFECT));

    /**
     * One clause that is broken in its own way.
     *
     * @param sentence what was seen, with the numbers
     * @param operations for which it is broken; none where it is about none
     * @param consequences the ids of the clauses that are broken in consequence
     */
    record Finding(ClauseVerdict clause, String sentence, List<String> operations, List<String> consequences) {
        String id() {
            return clause.clause().id();
        }

        /** What usually mends it, in one sentence; empty where nobody has written that. */
        String mend() {
            return Mend.of(id()).stream().map(Mend::briefly).findFirst().orElse("");
        }

        /** For which operations, such as {@code for payment, refund}; empty where it is about none. */
        String about() {
            return operations.isEmpty() ? "" : "for " + Shown.names(operations, "operations");
        }

        /** What follows, such as {@code 2 clauses broken in consequence: RPL-9, CON-2}; empty where nothing does. */
        String following() {
            return consequences.isEmpty()
                    ? ""
                    : Console.counted(consequences.size(), "broken in consequence: ", "broken in consequence: ")
                            + String.join(", ", consequences);
        }
    }

    static FirstScreen of(ContractVerdict verdict) {
        Gate gate = verdict.gate();
        List<ClauseVerdict> news = verdict.clauses().stream()
                .filter(clause -> clause.verdict() == Verdict.BROKEN && !gate.isKnown(clause))
                .toList();
        List<ClauseVerdict> own = news.stream()
                .filter(clause -> clause.cause() == null)
                .sorted(BY_HARM)
                .toList();
        Map<String, List<String>> following = new LinkedHashMap<>();
        Map<String, List<String>> others = new LinkedHashMap<>();
        news.stream().filter(clause -> clause.cause() != null).forEach(clause -> {
            String causes = Objects.requireNonNull(clause.cause());
            Optional<String> first = own.stream()
                    .map(one -> one.clause().id())
                    .filter(Arrays.asList(causes.split(", ", -1))::contains)
                    .findFirst();
            (first.isPresent() ? following : others)
                    .computeIfAbsent(first.orElse(causes), unused -> new ArrayList<>())
                    .add(clause.clause().id());
        });
        List<Finding> findings =
                own.stream().map(clause -> finding(clause, gate, following)).toList();
        return new FirstScreen(
                answer(verdict),
                findings,
                others.entrySet().stream()
                        .map(one -> Console.counted(one.getValue().size(), "is", "are")
                                + " broken in consequence of " + one.getKey() + ": "
                                + String.join(", ", one.getValue()))
                        .toList(),
                Diagnosis.of(verdict).candidates(),
                next(verdict, findings));
    }

    private static Finding finding(ClauseVerdict clause, Gate gate, Map<String, List<String>> following) {
        List<ScenarioResult> broken = broken(clause, gate);
        return new Finding(
                clause,
                broken.stream().findFirst().map(ScenarioResult::sentence).orElse(clause.reason()),
                broken.stream()
                        .map(ScenarioResult::operation)
                        .filter(Objects::nonNull)
                        .map(String::valueOf)
                        .distinct()
                        .toList(),
                following.getOrDefault(clause.clause().id(), List.of()));
    }

    /** The scenarios of a clause whose break is news, those of its own before what another clause has brought. */
    static List<ScenarioResult> broken(ClauseVerdict clause, Gate gate) {
        return clause.scenarios().stream()
                .filter(scenario -> scenario.verdict() == Verdict.BROKEN
                        && gate.excuse(clause, scenario).isEmpty())
                .sorted(Comparator.comparing(scenario -> scenario.cause() != null))
                .toList();
    }

    /** The first ones, such as {@code CON-1, RPL-9 and 5 more}. */
    static String few(List<String> clauses, int most) {
        int more = clauses.size() - most;
        return clauses.stream().limit(most).collect(Collectors.joining(", "))
                + (more > 0 ? " and " + more + " more" : "");
    }

    private static String answer(ContractVerdict verdict) {
        String unknown = verdict.isOfClient()
                ? "Nobody knows whether the client retries safely: "
                : "Nobody knows whether it is safe to retry: ";
        return switch (verdict.overall()) {
            case BROKEN -> broken(verdict);
            case HELD ->
                (verdict.isOfClient() ? "The client retries safely" : "Safe to retry")
                        + ", as far as this run has judged: " + counted(verdict, Verdict.HELD, "holds", "hold")
                        + (count(verdict, Verdict.NOT_CHECKED) == 0
                                ? "."
                                : ", and " + counted(verdict, Verdict.NOT_CHECKED, "was", "were") + " not checked.");
            case INCONCLUSIVE -> unknown + counted(verdict, Verdict.INCONCLUSIVE, "is", "are") + " inconclusive.";
            case HARNESS_ERROR -> unknown + "Samekey itself failed.";
            case NOT_CHECKED, NOT_APPLICABLE ->
                unknown + (verdict.isIncomplete() ? "the run is incomplete." : "nothing was judged.");
        };
    }

    private static String broken(ContractVerdict verdict) {
        Set<Harm> harms = verdict.clauses().stream()
                .filter(clause -> clause.verdict() == Verdict.BROKEN)
                .flatMap(clause -> Stream.ofNullable(clause.clause().harm()))
                .collect(Collectors.toSet());
        String unsafe = verdict.isOfClient() ? "The client does not retry safely: " : "Not safe to retry: ";
        if (harms.contains(Harm.EFFECT)) {
            return unsafe + "something can be done twice, or be lost.";
        }
        if (harms.contains(Harm.OUTCOME)) {
            return unsafe + "a caller can get a wrong outcome, or that of another.";
        }
        return harms.contains(Harm.FORM)
                ? "No retry did harm, but the contract is broken: what was done is right, and is said badly."
                : unsafe + "the contract is broken.";
    }

    private static long count(ContractVerdict verdict, Verdict such) {
        return verdict.counts().getOrDefault(such, 0L);
    }

    private static String counted(ContractVerdict verdict, Verdict such, String one, String more) {
        return Console.counted((int) count(verdict, such), one, more);
    }

    private static String next(ContractVerdict verdict, List<Finding> findings) {
        if (findings.isEmpty()) {
            return "";
        }
        String repair = "Repair " + findings.get(0).id() + (findings.size() == 1 ? "." : " first.");
        return repair
                + (verdict.run().scenarios().stream().allMatch(scenario -> scenario.operation() == null)
                        ? " Then run again."
                        : " Then run again: «--only-failed» judges what was broken or inconclusive, and no more.");
    }
}
