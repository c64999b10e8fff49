package dev.samekey.reports.render;

import dev.samekey.reports.verdict.ClauseVerdict;
import dev.samekey.reports.verdict.Gate;
import dev.samekey.steps.model.verdict.Verdict;

/** The parts of the matrix, sorted by what matters to the reader: what is new, what is wrong, what is missing. */
enum Section {
    BROKEN("broken", Verdict.BROKEN),
    CONSEQUENCES("broken in consequence", Verdict.BROKEN),
    HARNESS_ERRORS("harness errors", Verdict.HARNESS_ERROR),
    KNOWN("broken and known", Verdict.BROKEN),
    INCONCLUSIVE("inconclusive", Verdict.INCONCLUSIVE),
    NOT_CHECKED("not checked", Verdict.NOT_CHECKED),
    HELD("held", Verdict.HELD),
    NOT_APPLICABLE("not applicable", Verdict.NOT_APPLICABLE);

    private final String words;
    private final Verdict verdict;

    Section(String words, Verdict verdict) {
        this.words = words;
        this.verdict = verdict;
    }

    static Section of(Gate gate, ClauseVerdict clause) {
        return switch (clause.verdict()) {
            case BROKEN -> gate.isKnown(clause) ? KNOWN : clause.cause() == null ? BROKEN : CONSEQUENCES;
            case HARNESS_ERROR -> HARNESS_ERRORS;
            case INCONCLUSIVE -> INCONCLUSIVE;
            case NOT_CHECKED -> NOT_CHECKED;
            case HELD -> HELD;
            case NOT_APPLICABLE -> NOT_APPLICABLE;
        };
    }

    /** Such as {@code not checked}. */
    String words() {
        return words;
    }

    Verdict verdict() {
        return verdict;
    }

    /** What a short summary may fold away. */
    boolean isQuiet() {
        return this == NOT_CHECKED || this == HELD || this == NOT_APPLICABLE;
    }
}
