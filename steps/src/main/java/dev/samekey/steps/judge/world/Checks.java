package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.verdict.Fact;
import dev.samekey.steps.model.verdict.Judgement;
import java.util.Objects;

/** The assertions of one scenario. They are counted: a scenario that checked nothing has held nothing. */
public final class Checks {
    private int made;

    /** @param what the sentence that must be true, in the words of the contract */
    public void equal(String what, Object expected, Object came, Fact... facts) {
        that(what, Objects.equals(expected, came), String.valueOf(expected), String.valueOf(came), facts);
    }

    public void that(String what, boolean holds, String expected, String came, Fact... facts) {
        made++;
        if (!holds) {
            throw Judgement.broken("violated: " + what, expected, came, facts);
        }
    }

    public int made() {
        return made;
    }
}
