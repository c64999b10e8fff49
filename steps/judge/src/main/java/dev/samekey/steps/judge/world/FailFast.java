package dev.samekey.steps.judge.world;

import dev.samekey.steps.model.verdict.Judgement;
import dev.samekey.steps.model.verdict.ScenarioResult;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Lets no more scenarios begin once a result is there that ends the run, or its time is used up. Several threads use it. */
public final class FailFast {
    private final Predicate<ScenarioResult> isEnd;
    private final TimeLimit time;
    /** Null until the run is ended; all parts of a run share it. */
    private final AtomicReference<@Nullable String> why;

    /** @param isEnd which result ends the run */
    public FailFast(Predicate<ScenarioResult> isEnd) {
        this(isEnd, TimeLimit.none(), new AtomicReference<>());
    }

    private FailFast(Predicate<ScenarioResult> isEnd, TimeLimit time, AtomicReference<@Nullable String> why) {
        this.isEnd = isEnd;
        this.time = time;
        this.why = why;
    }

    /** Lets every scenario begin. */
    public static FailFast never() {
        return new FailFast(result -> false);
    }

    /** Takes note of a result. */
    public void see(ScenarioResult result) {
        if (!happened() && isEnd.test(result)) {
            why.set("the run was ended at its first new break (--fail-fast), which is of "
                    + String.join(", ", result.clauses()) + ": " + result.name());
        }
    }

    /** Whether the run is ended. */
    public boolean happened() {
        return why.get() != null;
    }

    /** The same for a part of the run that has a time of its own. */
    public FailFast within(TimeLimit other) {
        return new FailFast(isEnd, other, why);
    }

    /** Why a scenario would not be reached any more; nothing where there is time. */
    public Optional<Judgement> late() {
        return time.isLeft() ? Optional.empty() : Optional.of(time.notReached());
    }

    /** @throws Judgement that a scenario is not checked, when the run is ended or its time is used up */
    public void mayBegin() {
        String reason = why.get();
        if (reason != null) {
            throw Judgement.notChecked(reason);
        }
        if (!time.isLeft()) {
            throw time.notReached();
        }
    }
}
