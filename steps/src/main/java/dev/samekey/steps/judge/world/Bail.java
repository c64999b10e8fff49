package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lets no more scenarios begin once a result is there that ends the run. Several threads use it. */
public final class Bail {
    private final Predicate<ScenarioResult> isEnd;
    private volatile @Nullable String why;

    /** @param isEnd which result ends the run */
    public Bail(Predicate<ScenarioResult> isEnd) {
        this.isEnd = isEnd;
    }

    /** Lets every scenario begin. */
    public static Bail never() {
        return new Bail(result -> false);
    }

    /** Takes note of a result. */
    public void see(ScenarioResult result) {
        if (why == null && isEnd.test(result)) {
            why = "the run was ended at its first new break (--bail), which is of "
                    + String.join(", ", result.clauses()) + ": " + result.name();
        }
    }

    /** Whether the run is ended. */
    public boolean happened() {
        return why != null;
    }

    /** @throws Judgement that a scenario is not checked, when the run is ended */
    public void mayBegin() {
        String reason = why;
        if (reason != null) {
            throw Judgement.notChecked(reason);
        }
    }
}
