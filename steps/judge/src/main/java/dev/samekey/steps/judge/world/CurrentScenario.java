package dev.samekey.steps.judge.world;

import org.jspecify.annotations.Nullable;

/** Which scenario is running, and which operation it is about. Whoever runs it says so before its first step. */
public final class CurrentScenario {
    private volatile String id = "";
    private volatile String clause = "";
    private volatile @Nullable String operation;

    /** Its id among all scenarios; empty outside of a scenario. */
    public String id() {
        return id;
    }

    /** The id of the clause that it is about; empty outside of a scenario. */
    public String clause() {
        return clause;
    }

    /** The name of its operation; null where it is about none. */
    @Nullable
    String operation() {
        return operation;
    }

    /**
     * Says which one begins.
     *
     * @param ofClause the id of its clause
     * @param about the name of its operation; null where it is about none
     */
    public void begin(String scenario, String ofClause, @Nullable String about) {
        id = scenario;
        clause = ofClause;
        operation = about;
    }
}
