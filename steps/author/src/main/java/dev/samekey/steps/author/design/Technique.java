package dev.samekey.steps.author.design;

/** How a test case was found, in the terms of ISO/IEC/IEEE 29119-4. */
public enum Technique {
    REQUIREMENT("requirement"),
    BOUNDARY_VALUE("boundary value"),
    EQUIVALENCE_CLASS("equivalence class"),
    STATE_TRANSITION("state transition"),
    DECISION_TABLE("decision table");

    private final String words;

    Technique(String words) {
        this.words = words;
    }

    @Override
    public String toString() {
        return words;
    }
}
