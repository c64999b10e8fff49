package dev.samekey.steps.judge.world;

/** The phase that a scenario is in. Whoever runs its steps sets it before each of them. */
public final class CurrentPhase {
    private volatile Phase current = Phase.GIVEN;

    /** Outside of a scenario, where there are no phases. */
    public static CurrentPhase none() {
        return new CurrentPhase();
    }

    public Phase current() {
        return current;
    }

    public void enter(Phase phase) {
        current = phase;
    }

    /**
     * Asked before something is sent or brought about.
     *
     * @throws IllegalStateException in a Then, which only looks
     */
    public void requireActing() {
        if (current == Phase.THEN) {
            throw new IllegalStateException("a Then acts: it may only look at what was done before it");
        }
    }
}
