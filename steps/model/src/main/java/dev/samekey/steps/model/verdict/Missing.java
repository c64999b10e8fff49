package dev.samekey.steps.model.verdict;

import java.util.List;

/** What is not there any more when the target runs again. It says whether the break of one clause can bring that of another. */
public enum Missing {
    EFFECT("the effect"),
    RECORD("the record of the key");

    private static final String NAME = "missing after the restart";

    private final String what;

    Missing(String what) {
        this.what = what;
    }

    public Fact fact() {
        return new Fact(NAME, what);
    }

    /** Whether both say what is missing, and it is not the same. */
    public static boolean differs(List<Fact> one, List<Fact> other) {
        return isNamed(one)
                && isNamed(other)
                && one.stream().filter(Missing::isOne).noneMatch(other::contains);
    }

    private static boolean isNamed(List<Fact> facts) {
        return facts.stream().anyMatch(Missing::isOne);
    }

    private static boolean isOne(Fact fact) {
        return fact.name().equals(NAME);
    }
}
