package dev.samekey.steps.model.verdict;

import java.util.ArrayList;
import java.util.List;

/** Ends a scenario with a verdict other than held. A failure is a list of facts, not prose. */
public final class Judgement extends RuntimeException {
    private final Verdict verdict;
    private final List<Fact> facts;

    private Judgement(Verdict verdict, String reason, List<Fact> facts) {
        super(reason);
        this.verdict = verdict;
        this.facts = List.copyOf(facts);
    }

    /** @param what the sentence that turned out wrong, such as {@code the replay has the status of the first} */
    public static Judgement broken(String what, String expected, String came, Fact... more) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("expected", expected));
        facts.add(new Fact("came", came));
        facts.addAll(List.of(more));
        return new Judgement(Verdict.BROKEN, what, facts);
    }

    /** @param capability what the target lacks, and how to give it */
    public static Judgement notChecked(String capability) {
        return new Judgement(Verdict.NOT_CHECKED, capability, List.of());
    }

    public static Judgement notApplicable(String reason) {
        return new Judgement(Verdict.NOT_APPLICABLE, reason, List.of());
    }

    public static Judgement inconclusive(String reason, Fact... facts) {
        return new Judgement(Verdict.INCONCLUSIVE, reason, List.of(facts));
    }

    /** The same judgement with one more fact. */
    public Judgement with(Fact more) {
        List<Fact> all = new ArrayList<>(facts);
        all.add(more);
        return new Judgement(verdict, reason(), all);
    }

    public Verdict verdict() {
        return verdict;
    }

    public List<Fact> facts() {
        return facts;
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
