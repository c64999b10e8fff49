package dev.samekey.reports.diagnosis;

import dev.samekey.steps.model.contract.Consequences;
import dev.samekey.steps.model.contract.Mend;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Ranks the causes of a pattern of verdicts. A cause has two reasons to be the one, each from 0 to 1: how many of the breaks that
 * follow from no other are of clauses that it usually breaks, and how much the pattern is like that of a shipped defect that has it.
 * Its score is their mean.
 *
 * @param causes each with its clauses and its defects; of two that score the same the first comes first
 * @param defects that are known
 */
record Diagnostician(List<Mend> causes, List<ProvenDefect> defects, Consequences consequences) {
    /** Who is less than this share of all scores is not worth a line. */
    private static final double LEAST_SHARE = 0.1;

    private static final int MOST = 3;

    Diagnostician {
        causes = List.copyOf(causes);
        defects = List.copyOf(defects);
    }

    static Diagnostician shipped() {
        return new Diagnostician(Mend.shipped(), ProvenDefect.shipped(), Consequences.shipped());
    }

    private record Scored(Mend cause, double score, Optional<ProvenDefect> alike) {}

    /** The causes that are worth a look, the likeliest first: three at most, none where nothing is broken. */
    List<Candidate> causesOf(BreakPattern pattern) {
        List<Scored> all = causes.stream().map(cause -> scored(cause, pattern)).toList();
        double sum = all.stream().mapToDouble(Scored::score).sum();
        return all.stream()
                .filter(one -> one.score > 0 && one.score >= LEAST_SHARE * sum)
                .sorted(Comparator.comparingDouble(Scored::score).reversed())
                .limit(MOST)
                .map(one -> candidate(one, one.score / sum, pattern))
                .toList();
    }

    private Scored scored(Mend cause, BreakPattern pattern) {
        List<String> own = pattern.ownBreaks(consequences);
        long usual = own.stream().filter(cause.clauses()::contains).count();
        double ofUsual = own.isEmpty() ? 0 : usual / (double) own.size();
        Optional<ProvenDefect> alike = defects.stream()
                .filter(defect -> cause.defects().contains(defect.name()))
                .filter(defect -> pattern.likeness(defect.pattern()) > 0)
                .reduce((one, other) ->
                        pattern.likeness(other.pattern()) > pattern.likeness(one.pattern()) ? other : one);
        double likeness =
                alike.map(defect -> pattern.likeness(defect.pattern())).orElse(0.0);
        return new Scored(cause, (ofUsual + likeness) / 2, alike);
    }

    private Candidate candidate(Scored one, double share, BreakPattern pattern) {
        Stream<String> usual = pattern.ownBreaks(consequences).stream().filter(one.cause.clauses()::contains);
        Stream<String> shared = one.alike.stream()
                .flatMap(defect -> pattern.brokenIn(defect.pattern()).stream())
                .sorted(Comparator.comparing(clause -> !one.cause.clauses().contains(clause)));
        return new Candidate(
                one.cause,
                share,
                Stream.concat(usual, shared).distinct().toList(),
                one.alike.map(ProvenDefect::name).orElse(""));
    }
}
