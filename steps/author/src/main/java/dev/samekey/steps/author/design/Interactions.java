package dev.samekey.steps.author.design;

import dev.samekey.steps.model.targets.TargetFile;
import dev.samekey.steps.model.verdict.ConditionedRun;
import dev.samekey.steps.model.verdict.Verdict;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a run has covered of the conditions, and of each pair of values of two factors.
 *
 * @param factors without the usual value of those that the target cannot vary
 * @param pairs none where the verdict does not say under which conditions its scenarios ran
 * @param clauses those of the run that are judged under conditions
 * @param notes what is to be known of it
 */
public record Interactions(List<FactorUse> factors, List<Pair> pairs, List<ClausePairs> clauses, List<String> notes) {
    private static final String NOT_WRITTEN = "The verdict does not say under which conditions its scenarios ran: an"
            + " earlier version of Samekey wrote it. Run «samekey verify --strength 2» again for the coverage of pairs of"
            + " conditions.";

    public Interactions {
        factors = List.copyOf(factors);
        pairs = List.copyOf(pairs);
        clauses = List.copyOf(clauses);
        notes = List.copyOf(notes);
    }

    /** What became of a pair. */
    public enum Extent {
        /** Executed and held, and no run broke because of it. */
        COVERED("covered"),
        BROKEN("broken"),
        /** Executed, but nothing can be said of it. */
        NOT_JUDGED("not judged"),
        NOT_TRIED("not tried"),
        IMPOSSIBLE("impossible");

        private final String words;

        Extent(String words) {
            this.words = words;
        }

        @Override
        public String toString() {
            return words;
        }
    }

    /**
     * A scenario of a run.
     *
     * @param operation null where it was about none
     * @param combinations its runs under conditions; null where the verdict does not say
     */
    public record Judged(
            String clause,
            @Nullable String operation,
            Verdict verdict,
            String reason,
            @Nullable List<ConditionedRun> combinations) {}

    /**
     * A value of a factor.
     *
     * @param executed in how many runs it was that held or broke
     * @param held in how many of these that held
     */
    public record Value(String name, int executed, int held) {}

    public record FactorUse(String name, String is, List<Value> values) {
        public FactorUse {
            values = List.copyOf(values);
        }
    }

    /**
     * Two values of two factors.
     *
     * @param values by factor
     * @param held in how many runs that held both were
     * @param why it is not covered; empty where it is
     */
    public record Pair(Map<String, String> values, Extent extent, int held, String why) {
        public Pair {
            values = Collections.unmodifiableMap(new LinkedHashMap<>(values));
        }

        /** Such as {@code key: long × coding: gzip}. */
        public String name() {
            return values.entrySet().stream()
                    .map(value -> value.getKey() + ": " + value.getValue())
                    .collect(Collectors.joining(" × "));
        }
    }

    /** How many pairs the runs of one clause have covered, of those that they could. */
    public record ClausePairs(String clause, int possible, int covered, int broken, int notJudged, int notTried) {}

    /** How many pairs are so. */
    public long count(Extent extent) {
        return pairs.stream().filter(pair -> pair.extent() == extent).count();
    }

    /** How many pairs the target can have. */
    public long possible() {
        return pairs.size() - count(Extent.IMPOSSIBLE);
    }

    /** Counts what a run has seen of the target of a file. */
    public static Interactions of(TargetFile file, List<Judged> scenarios) {
        return scenarios.stream().anyMatch(one -> one.combinations() == null)
                ? new Interactions(List.of(), List.of(), List.of(), List.of(NOT_WRITTEN))
                : new PairCount(file, scenarios).interactions();
    }
}
