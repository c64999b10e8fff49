package dev.samekey.steps.model.verdict;

/**
 * What scenarios of many clauses assert on their way, and one clause is about. Where that clause is broken for an operation,
 * the others break there in consequence.
 */
public enum SharedAssertion {
    /** A replay has the status of the first response. */
    STATUS("RPL-1", true),
    /** A replay has the body of the first response. */
    BODY("RPL-2", true),
    /** A replay is marked. */
    MARK("RPL-3", true),
    /** A duplicate has no effect of its own. */
    ONE_EFFECT("RPL-4", false),
    /** Another payload under the key is refused. */
    MISMATCH("MIS-1", false);

    private final String clause;
    private final boolean isWaivable;

    SharedAssertion(String clause, boolean isWaivable) {
        this.clause = clause;
        this.isWaivable = isWaivable;
    }

    /** The id of the clause that is about it. */
    public String clause() {
        return clause;
    }

    /** Whether there is something left to judge without it. */
    public boolean isWaivable() {
        return isWaivable;
    }
}
