package dev.samekey.steps.model.verdict;

import java.util.ArrayList;
import java.util.List;

/** Ends a scenario with a verdict other than held. A failure is a list of facts, not prose. */
public final class Judgement extends RuntimeException {
    private static final int LONGEST_IN_A_SENTENCE = 100;

    private final Verdict verdict;
    private final List<Fact> facts;

    private Judgement(Verdict verdict, String reason, List<Fact> facts) {
        super(reason);
        this.verdict = verdict;
        this.facts = List.copyOf(facts);
    }

    /**
     * A break, in one sentence that begins with what was looked at, such as {@code status of the replay: expected 201,
     * got 200}. Long values stand in the facts alone.
     *
     * @param subject what was looked at, with the numbers that matter, such as {@code 20 simultaneous payments under one
     *     key}
     */
    public static Judgement broken(String subject, String expected, String actual, Fact... more) {
        List<Fact> facts = new ArrayList<>();
        facts.add(new Fact("expected", expected));
        facts.add(new Fact("actual", actual));
        facts.addAll(List.of(more));
        return new Judgement(
                Verdict.BROKEN, subject + ": expected " + brief(expected) + ", got " + brief(actual), facts);
    }

    private static String brief(String value) {
        String line = value.replaceAll("\\s+", " ").strip();
        return line.length() <= LONGEST_IN_A_SENTENCE
                ? line
                : line.substring(0, LONGEST_IN_A_SENTENCE).strip() + "…";
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
