package dev.samekey.reports.verdict;

import dev.samekey.steps.judge.run.RunResult;
import dev.samekey.steps.model.contract.Catalogue;
import dev.samekey.steps.model.contract.Clause;
import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.targets.Target;
import dev.samekey.steps.model.verdict.ScenarioResult;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** The verdict of a run, clause by clause, in the order of the catalogue. */
public record ContractVerdict(RunResult run, List<ClauseVerdict> clauses, Gate gate) {
    /**
     * Judges a run.
     *
     * @param seen what the run saw
     * @param chosen the clauses to report; a clause that no scenario was run for is reported too, as not checked
     * @param baseline the breaks that are known
     */
    public static ContractVerdict of(
            RunResult seen, Target target, Catalogue catalogue, Set<String> chosen, Baseline baseline) {
        RunResult run = marked(seen, target);
        List<ClauseVerdict> verdicts = new ArrayList<>();
        for (Clause clause : catalogue.all()) {
            if (chosen.contains(clause.id())) {
                verdicts.add(
                        clause.isDerived()
                                ? derived(clause, target, run.scenarios())
                                : ClauseVerdict.of(clause, scenarios(run, clause)));
            }
        }
        Gate gate = Gate.of(target.gate(), baseline, verdicts);
        return new ContractVerdict(run, List.copyOf(verdicts), run.ended() ? gate.closed() : gate);
    }

    /** Each consequence with its cause. */
    private static RunResult marked(RunResult run, Target target) {
        Causes causes = new Causes(Consequences.shipped(), target, run.scenarios());
        return run.with(run.scenarios().stream().map(causes::marked).toList());
    }

    private static ClauseVerdict derived(Clause clause, Target target, List<ScenarioResult> scenarios) {
        return clause.id().equals(Independence.CLAUSE)
                ? Independence.judge(clause, scenarios)
                : new ReverseSymmetry(target).judge(clause, scenarios);
    }

    private static List<ScenarioResult> scenarios(RunResult run, Clause clause) {
        return run.scenarios().stream()
                .filter(scenario -> scenario.clauses().contains(clause.id()))
                .toList();
    }

    /**
     * The verdict on the whole: broken when a clause of the gate's levels is, known or not; else a harness error when
     * there was one; held when something was judged; not checked when nothing was.
     */
    public Verdict overall() {
        if (clauses.stream()
                .anyMatch(clause -> clause.verdict() == Verdict.BROKEN && Gate.isGated(gate.policy(), clause))) {
            return Verdict.BROKEN;
        }
        if (clauses.stream().anyMatch(clause -> clause.verdict() == Verdict.HARNESS_ERROR)) {
            return Verdict.HARNESS_ERROR;
        }
        return clauses.stream().anyMatch(clause -> clause.verdict().isJudged()) ? Verdict.HELD : Verdict.NOT_CHECKED;
    }

    /** 0: the gate lets it pass; 1: it does not; 2: the harness failed, nothing was judged, or no operation worked. */
    public int exitCode() {
        if (run.whyNothingWorked().isPresent()) {
            return 2;
        }
        if (!gate.findings().isEmpty()) {
            return 1;
        }
        boolean failed = clauses.stream().anyMatch(clause -> clause.verdict() == Verdict.HARNESS_ERROR);
        return failed || overall() == Verdict.NOT_CHECKED ? 2 : 0;
    }

    /** How many clauses are broken only because others are. */
    public long consequences() {
        return clauses.stream().filter(clause -> clause.cause() != null).count();
    }

    /** How many clauses have each verdict. */
    public Map<Verdict, Long> counts() {
        Map<Verdict, Long> counts = new TreeMap<>();
        clauses.forEach(clause -> counts.merge(clause.verdict(), 1L, Long::sum));
        return counts;
    }
}
