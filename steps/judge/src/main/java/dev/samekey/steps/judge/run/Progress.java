package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.List;

/** Receives the progress of a run. Several threads call it, one after the other. */
@FunctionalInterface
public interface Progress {
    /** About how long it takes, before the first scenario begins. */
    default void estimated(Estimate estimate) {}

    /** A scenario begins; what was inconclusive may begin a second time. */
    default void started(String scenario, List<String> clauses) {}

    /** A scenario ended with this result. */
    void finished(ScenarioResult result);

    /** A break is judged again; said before each of them. */
    default void judgedAgain() {}

    /** What the run has created was cleaned up, after its last scenario or after what ended it. */
    default void cleaned(Cleaned cleaned) {}
}
