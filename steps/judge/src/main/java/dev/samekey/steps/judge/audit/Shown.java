package dev.samekey.steps.judge.audit;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one or two exchanges of a recording show of a clause.
 *
 * @param exchanges the smallest part of the recording that shows it
 * @param contradiction null where they are as the contract says
 */
record Shown(String clause, List<Seen> exchanges, @Nullable Contradiction contradiction) {
    /**
     * @param subject what was looked at
     * @param doubt why it may be something else; null where it is none
     */
    record Contradiction(
            String subject,
            String expected,
            String actual,
            @Nullable String doubt) {}

    static Shown that(String clause, boolean holds, List<Seen> exchanges, Contradiction otherwise) {
        return new Shown(clause, exchanges, holds ? null : otherwise);
    }
}
