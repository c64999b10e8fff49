package dev.samekey.steps.model.verdict;

/** Whether other scenarios ran at the same time as one, and whether that made a difference. */
public enum Isolation {
    ALONE,
    BESIDE_OTHERS,
    /** It was broken beside others and never alone, and nothing tells whether they were why. */
    UNCLEAR,
    /** It was broken beside others, and held alone. */
    DISTURBED
}
