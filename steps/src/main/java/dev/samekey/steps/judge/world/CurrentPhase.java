package dev.samekey.steps.judge.world;

/** The phase that a scenario is in. Whoever runs its steps sets it before each of them. */
public final class CurrentPhase {
    private final PhaseRules rules;
    private volatile Phase current = Phase.GIVEN;

    public CurrentPhase(PhaseRules rules) {
        this.rules = rules;
    }

    /** Outside of a scenario, where there are no phases. */
    public static CurrentPhase none() {
        return new CurrentPhase(PhaseRules.OFF);
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
        if (rules == PhaseRules.ENFORCED && current == Phase.THEN) {
            throw new IllegalStateException("a Then acts: it may only look at what was done before it");
        }
    }
}
