package dev.samekey.steps.model.verdict;

/** What may be why an assertion failed although the clause is kept. */
public enum Extenuation {
    /** Time or chance, so that one break alone shows little. */
    CHANCE,
    /** A request that the target did not serve, or that something else answered in its place. */
    NOT_SERVED,
    /** Nothing: more effects than one do not come from requests that are not served. */
    NONE
}
