package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Objects;

/** The assertions of one scenario. They are counted: a scenario that checked nothing has held nothing. */
public final class Checks {
    private int made;

    /** @param subject what is looked at, as the start of a sentence that goes on with what was expected, and what was there */
    public void equal(String subject, Object expected, Object actual, Fact... facts) {
        that(subject, Objects.equals(expected, actual), String.valueOf(expected), String.valueOf(actual), facts);
    }

    /** The same where it takes more than a comparison to know whether it holds. */
    public void that(String subject, boolean holds, String expected, String actual, Fact... facts) {
        made++;
        if (!holds) {
            throw Judgement.broken(subject, expected, actual, facts);
        }
    }

    public int made() {
        return made;
    }
}
