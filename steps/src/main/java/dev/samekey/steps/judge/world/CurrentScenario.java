package dev.samekey.steps.judge.world;

/** Which scenario is running. Whoever runs it says so before its first step. */
public final class CurrentScenario {
    private volatile String id = "";

    /** Its id among all scenarios; empty outside of a scenario. */
    public String id() {
        return id;
    }

    public void begin(String scenario) {
        id = scenario;
    }
}
