package dev.samekey.steps.judge.run;

import dev.samekey.steps.judge.world.Cleaned;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.List;

/** Who wants to know how far a run is. Each is told by several threads, one after the other. */
@FunctionalInterface
public interface Progress {
    /** A scenario begins; what was inconclusive may begin a second time. */
    default void started(String scenario, List<String> clauses) {}

    /** A scenario came out so. */
    void finished(ScenarioResult result);

    /** What the run has created was cleaned up, after its last scenario or after what ended it. */
    default void cleaned(Cleaned cleaned) {}
}
