package dev.samekey.steps.judge.world;

import org.jspecify.annotations.Nullable;

/** Which scenario is running, and which operation it is about. Whoever runs it says so before its first step. */
public final class CurrentScenario {
    private volatile String id = "";
    private volatile @Nullable String operation;

    /** Its id among all scenarios; empty outside of a scenario. */
    public String id() {
        return id;
    }

    /** The name of its operation; null where it is about none. */
    @Nullable
    String operation() {
        return operation;
    }

    /** @param about the name of its operation; null where it is about none */
    public void begin(String scenario, @Nullable String about) {
        id = scenario;
        operation = about;
    }
}
