package dev.samekey.steps.author.discover;

import dev.samekey.steps.model.verdict.Judgement;
import java.util.List;

/** Something that is asked of the API, more than once. */
interface Question {
    /** What it may find; what it does not find is reported with the reason. */
    List<String> members();

    /**
     * Asks once.
     *
     * @throws Judgement when nothing was seen; {@code NOT_CHECKED} and {@code NOT_APPLICABLE} where asking again is no use
     */
    void ask(Probe probe, Findings findings);
}
