package dev.samekey.reports.diagnosis;

import dev.samekey.steps.model.contract.Mend;
import java.util.List;

/**
 * A cause that a run's breaks may have.
 *
 * @param share of its score in those of all causes, 0 to 1
 * @param clauses the broken ones that speak for it; at least one, those that it is a usual cause of first
 * @param alike the name of the shipped defect of this cause whose verdicts are the most alike; empty where none is alike
 */
public record Candidate(Mend mend, double share, List<String> clauses, String alike) {
    public Candidate {
        clauses = List.copyOf(clauses);
    }

    public Sureness sureness() {
        return Sureness.of(share);
    }

    /** The id of a clause whose explanation has this cause and its mend. */
    public String explainedBy() {
        return clauses.stream()
                .filter(mend.clauses()::contains)
                .findFirst()
                .orElse(mend.clauses().get(0));
    }
}
