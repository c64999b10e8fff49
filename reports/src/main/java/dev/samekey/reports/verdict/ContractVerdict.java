package dev.samekey.reports.verdict;

import dev.samekey.steps.contract.Catalogue;
import dev.samekey.steps.contract.Clause;
import dev.samekey.steps.run.RunResult;
import dev.samekey.steps.target.Target;
import dev.samekey.steps.verdict.ScenarioResult;
import dev.samekey.steps.verdict.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What a run came out as, clause by clause, in the order of the catalogue. */
public record ContractVerdict(RunResult run, List<ClauseVerdict> clauses) {
    /**
     * Judges a run.
     *
     * @param chosen the clauses to report; a clause that no scenario was run for is reported too, as not checked
     */
    public static ContractVerdict of(RunResult run, Target target, Catalogue catalogue, Set<String> chosen) {
        List<ClauseVerdict> verdicts = new ArrayList<>();
        for (Clause clause : catalogue.all()) {
            if (chosen.contains(clause.id())) {
                verdicts.add(
                        clause.id().equals(ReverseSymmetry.CLAUSE)
                                ? new ReverseSymmetry(target).judge(clause, run.scenarios())
                                : ClauseVerdict.of(clause, scenarios(run, clause)));
            }
        }
        return new ContractVerdict(run, List.copyOf(verdicts));
    }

    private static List<ScenarioResult> scenarios(RunResult run, Clause clause) {
        return run.scenarios().stream()
                .filter(scenario -> scenario.clauses().contains(clause.id()))
                .toList();
    }

    /**
     * The verdict on the whole: broken when a MUST clause is; else a harness error when there was one; held when something
     * was judged; not checked when nothing was.
     */
    public Verdict overall() {
        if (clauses.stream().anyMatch(ClauseVerdict::fails)) {
            return Verdict.BROKEN;
        }
        if (clauses.stream().anyMatch(clause -> clause.verdict() == Verdict.HARNESS_ERROR)) {
            return Verdict.HARNESS_ERROR;
        }
        return clauses.stream().anyMatch(clause -> clause.verdict().isJudged()) ? Verdict.HELD : Verdict.NOT_CHECKED;
    }

    /** 0: every MUST clause that could be checked holds; 1: one is broken; 2: the run could not judge. */
    public int exitCode() {
        return switch (overall()) {
            case HELD -> 0;
            case BROKEN -> 1;
            default -> 2;
        };
    }

    /** How many clauses came out as what. */
    public Map<Verdict, Long> counts() {
        Map<Verdict, Long> counts = new TreeMap<>();
        clauses.forEach(clause -> counts.merge(clause.verdict(), 1L, Long::sum));
        return counts;
    }
}
