package dev.samekey.steps.model.verdict;

import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Ends a scenario with a verdict other than held. A failure is a list of facts, not prose. */
public final class Judgement extends RuntimeException {
    private static final int LONGEST_IN_A_SENTENCE = 100;
    private static final int SAME_BEFORE = 20;

    private final Verdict verdict;
    /** What was looked at where a clause is broken; elsewhere the whole reason. */
    private final String subject;

    private final List<Fact> facts;
    private final @Nullable SharedAssertion point;
    private final Extenuation extenuation;

    private Judgement(Verdict verdict, String subject, List<Fact> facts) {
        this(verdict, subject, facts, null, Extenuation.NOT_SERVED);
    }

    private Judgement(
            Verdict verdict,
            String subject,
            List<Fact> facts,
            @Nullable SharedAssertion point,
            Extenuation extenuation) {
        super(sentence(verdict, subject, facts, UnaryOperator.identity()));
        this.verdict = verdict;
        this.subject = subject;
        this.facts = List.copyOf(facts);
        this.point = point;
        this.extenuation = extenuation;
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
        return new Judgement(Verdict.BROKEN, subject, facts);
    }

    private static String sentence(Verdict verdict, String subject, List<Fact> facts, UnaryOperator<String> redacted) {
        if (verdict != Verdict.BROKEN) {
            return redacted.apply(subject);
        }
        String expected = line(redacted.apply(facts.get(0).value()));
        String actual = line(redacted.apply(facts.get(1).value()));
        int from = from(expected, actual);
        return redacted.apply(subject) + ": expected " + brief(expected, from) + ", got " + brief(actual, from);
    }

    private static String line(String value) {
        return value.replaceAll("\\s+", " ").strip();
    }

    /** Where what is shown begins: a little before two long values differ. */
    private static int from(String one, String other) {
        int same = 0;
        while (same < Math.min(one.length(), other.length()) && one.charAt(same) == other.charAt(same)) {
            same++;
        }
        return same < LONGEST_IN_A_SENTENCE - SAME_BEFORE ? 0 : same - SAME_BEFORE;
    }

    private static String brief(String line, int from) {
        String rest = (from == 0 ? "" : "…") + line.substring(Math.min(from, line.length()));
        return rest.length() <= LONGEST_IN_A_SENTENCE
                ? rest
                : rest.substring(0, LONGEST_IN_A_SENTENCE).strip() + "…";
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
        return new Judgement(verdict, subject, all, point, extenuation);
    }

    /** The same judgement, of an assertion that another clause makes too: what breaks there breaks here. */
    public Judgement on(SharedAssertion shared) {
        return new Judgement(verdict, subject, facts, shared, extenuation);
    }

    /** The same break with another excuse. */
    public Judgement with(Extenuation other) {
        return new Judgement(verdict, subject, facts, point, other);
    }

    /** The id of the clause whose own point was asserted; null where it is the one of the scenario alone. */
    public @Nullable SharedAssertion point() {
        return point;
    }

    /** What may be why the clause looks broken. */
    public Extenuation extenuation() {
        return extenuation;
    }

    public Verdict verdict() {
        return verdict;
    }

    public List<Fact> facts() {
        return facts;
    }

    /** The reason without secrets: a value is redacted before it is shortened, for a part of a secret would not be found. */
    public String reason(UnaryOperator<String> redacted) {
        return sentence(verdict, subject, facts, redacted);
    }

    public String reason() {
        return String.valueOf(getMessage());
    }
}
