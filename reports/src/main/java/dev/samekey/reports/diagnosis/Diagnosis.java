package dev.samekey.reports.diagnosis;

import dev.samekey.reports.verdict.ContractVerdict;
import java.util.List;

/**
 * What the pattern of a run's verdicts says of the causes of its breaks.
 *
 * @param candidates the likeliest first: three at most, none where nothing is broken
 */
public record Diagnosis(List<Candidate> candidates) {
    public Diagnosis {
        candidates = List.copyOf(candidates);
    }

    public static Diagnosis of(ContractVerdict verdict) {
        return new Diagnosis(Diagnostician.shipped().causesOf(BreakPattern.of(verdict.clauses())));
    }
}
